import { header } from "#content/header.ts";
import { dated } from "#site/event/event-words.tsx";
import { calmSwitchId } from "#site/ui/calm-mode.ts";
import "./page-header.first.css";

export function PageHeader() {
  return (
    <header className="page-header">
      <a className="page-header__skip" href="#conteudo">
        {dated(header.skip)}
      </a>
      <p className="heading-face">{dated(header.name)}</p>
      {/* The styles read the state of the checkbox, so that the calm switch works before and without script. */}
      <label className="calm-switch quiet">
        <input type="checkbox" id={calmSwitchId} />
        {dated(header.calm)}
      </label>
      <p className="calm-note quiet">{dated(header.calmNote)}</p>
    </header>
  );
}

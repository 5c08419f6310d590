import { header } from "#content/header.ts";
import { dated } from "#site/event/dated.tsx";
import { CalmSwitch } from "#site/ui/calm/calm-switch.tsx";
import "./page-header.first.css";

export function PageHeader() {
  return (
    <header className="page-header">
      <a className="page-header__skip" href="#conteudo">
        {dated(header.skip)}
      </a>
      <div className="page-header__inner">
        <p className="page-header__name">{dated(header.name)}</p>
        <CalmSwitch label={dated(header.calm)} note={dated(header.calmNote)} />
      </div>
    </header>
  );
}

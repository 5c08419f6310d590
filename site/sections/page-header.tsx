import { header } from "#content/header.ts";
import { CalmSwitch } from "#site/ui/calm/calm-switch.tsx";
import "./page-header.first.css";

export function PageHeader() {
  return (
    <header className="page-header">
      <a className="page-header__skip" href="#conteudo">
        {header.skip}
      </a>
      <div className="page-header__inner">
        <p className="page-header__name">{header.name}</p>
        <CalmSwitch label={header.calm} title={header.calmTitle} />
      </div>
    </header>
  );
}

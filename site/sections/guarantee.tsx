import { guarantee } from "#content/guarantee.ts";
import { dated, Each } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";
import "./guarantee.css";

export function Guarantee() {
  return (
    <Section
      id="garantia"
      title={dated(guarantee.title)}
      className="guarantee section--beside"
      capitals
    >
      <div className="section__words">
        <p className="section__statement heading-face">{dated(guarantee.statement)}</p>
        <Each as="p" texts={guarantee.paragraphs} />
      </div>
    </Section>
  );
}

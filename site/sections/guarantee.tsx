import { guarantee } from "#content/guarantee.ts";
import { dated } from "#site/event/dated.tsx";
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
      <div className="guarantee__words">
        <p className="section__statement">{dated(guarantee.statement)}</p>
        {guarantee.paragraphs.map((paragraph) => (
          <p key={paragraph}>{dated(paragraph)}</p>
        ))}
      </div>
    </Section>
  );
}

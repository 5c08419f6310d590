import { guarantee } from "#content/guarantee.ts";
import { dated } from "#site/event/dated.tsx";
import { Section } from "#site/ui/section.tsx";
import "./guarantee.css";

export function Guarantee() {
  return (
    <Section id="garantia" title={dated(guarantee.title)} className="guarantee" capitals>
      <p className="section__statement guarantee__statement">{dated(guarantee.statement)}</p>
      <div className="section__words guarantee__words">
        {guarantee.paragraphs.map((paragraph) => (
          <p key={paragraph}>{dated(paragraph)}</p>
        ))}
      </div>
    </Section>
  );
}

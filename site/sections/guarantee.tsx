import { guarantee } from "#content/guarantee.ts";
import { Section } from "#site/ui/section.tsx";
import "./guarantee.css";

export function Guarantee() {
  return (
    <Section id="garantia" title={guarantee.title} className="guarantee">
      <p className="section__statement guarantee__statement">{guarantee.statement}</p>
      <div className="section__words guarantee__words">
        {guarantee.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}

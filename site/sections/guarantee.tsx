import { guarantee } from "#content/guarantee.ts";
import { dated, Each } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";

export function Guarantee() {
  return (
    <Section id="garantia" title={dated(guarantee.title)} className="section--beside" capitals>
      <div className="section__words section__words--large">
        <p className="section__statement heading-face">{dated(guarantee.statement)}</p>
        <Each as="p" texts={guarantee.paragraphs} />
      </div>
    </Section>
  );
}

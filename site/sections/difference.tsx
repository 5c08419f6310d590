import { difference } from "#content/difference.ts";
import { dated, Each, shownIn } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";
import "./difference.css";

export function Difference() {
  const { title, statement, paragraphs, summary } = difference;
  return (
    <Section id="diferenca" title={dated(title)} className="difference" spotlight>
      <p className="section__statement heading-face">{dated(statement)}</p>
      <div className="section__words difference__words">
        <Each as="p" texts={paragraphs} />
      </div>
      <h3>{dated(summary.title)}</h3>
      <dl className="lined difference__summary">
        {summary.items.map(({ term, detail, untilOver }) => (
          <div key={term} {...(untilOver && shownIn("open"))}>
            <dt>{dated(term)}</dt>
            <dd className="quiet">{dated(detail)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

import { difference } from "#content/difference.ts";
import { dated } from "#site/event/dated.tsx";
import { shownIn } from "#site/event/in-phase.tsx";
import { Section } from "#site/ui/section.tsx";
import "./difference.css";

export function Difference() {
  const { title, statement, paragraphs, summary } = difference;
  return (
    <Section id="diferenca" title={dated(title)} className="difference" spotlight>
      <p className="section__statement">{dated(statement)}</p>
      <div className="section__words difference__words">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{dated(paragraph)}</p>
        ))}
      </div>
      <h3>{dated(summary.title)}</h3>
      <dl className="lined difference__summary">
        {summary.items.map(({ term, detail, untilOver }) => (
          <div key={term} {...(untilOver && shownIn("open"))}>
            <dt>{dated(term)}</dt>
            <dd>{dated(detail)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

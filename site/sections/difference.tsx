import { difference } from "#content/difference.ts";
import { shownIn } from "#site/event/in-phase.tsx";
import { Section } from "#site/ui/section.tsx";
import "./difference.css";

export function Difference() {
  const { title, statement, paragraphs, summary } = difference;
  return (
    <Section id="diferenca" title={title} className="difference" spotlight>
      <p className="section__statement">{statement}</p>
      <div className="section__words difference__words">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <h3>{summary.title}</h3>
      <dl className="difference__summary">
        {summary.items.map(({ term, detail, untilOver }) => (
          <div className="difference__row" key={term} {...(untilOver && shownIn("open"))}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

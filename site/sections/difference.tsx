import { difference } from "#content/difference.ts";
import { inWords } from "#event/event-words.ts";
import { Scene } from "#site/ui/scene.tsx";
import "./difference.css";

export function Difference() {
  const { title, statement, paragraphs, summary } = difference;
  return (
    <Scene id="diferenca" title={inWords(title)} className="difference">
      <p className="difference__statement">{inWords(statement)}</p>
      <div className="difference__words">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{inWords(paragraph)}</p>
        ))}
      </div>
      <h3 className="difference__summary-title">{inWords(summary.title)}</h3>
      <dl className="difference__summary">
        {summary.items.map(({ term, detail }) => (
          <div className="difference__row" key={term}>
            <dt>{inWords(term)}</dt>
            <dd>{inWords(detail)}</dd>
          </div>
        ))}
      </dl>
    </Scene>
  );
}

import { faq } from "#content/faq.ts";
import { dated, OpenOrAfter } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";
import "./faq.css";

/**
 * With native `<details>` the browser itself keeps at most one answer open, and the browser's search finds text in
 * closed answers.
 */
export function Faq() {
  return (
    <Section id="perguntas" title={dated(faq.title)} className="faq section--beside" capitals>
      <div className="lined">
        {faq.questions.map(({ question, answer, after }) => (
          <details name="faq" key={question}>
            <summary>
              <h3>{dated(question)}</h3>
            </summary>
            <p>{after ? <OpenOrAfter open={answer} after={after} /> : dated(answer)}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

import { faq } from "#content/faq.ts";
import { dated } from "#site/event/dated.tsx";
import { OpenOrAfter } from "#site/event/in-phase.tsx";
import { Accordion } from "#site/ui/accordion.tsx";
import { Section } from "#site/ui/section.tsx";

const items = faq.questions.map(({ question, answer, after }) => ({
  key: question,
  title: dated(question),
  text: after ? <OpenOrAfter open={answer} after={after} /> : dated(answer),
}));

export function Faq() {
  return (
    <Section id="perguntas" title={dated(faq.title)} className="section--beside" capitals>
      <Accordion name="faq" items={items} />
    </Section>
  );
}

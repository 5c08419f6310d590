import { faq } from "#content/faq.ts";
import { inWords } from "#event/event-words.ts";
import { Accordion } from "#site/ui/accordion.tsx";
import { Scene } from "#site/ui/scene.tsx";
import "./faq.css";

const items = faq.questions.map(({ question, answer }) => ({
  title: inWords(question),
  text: inWords(answer),
}));

export function Faq() {
  return (
    <Scene id="perguntas" title={inWords(faq.title)} className="faq">
      <Accordion name="faq" items={items} />
    </Scene>
  );
}

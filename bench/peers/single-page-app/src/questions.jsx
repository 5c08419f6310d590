import * as Accordion from "@radix-ui/react-accordion";
import { faq } from "#content/faq.ts";
import { Section } from "#site/ui/section.tsx";
import "#site/sections/faq.css";
import "#site/ui/accordion.css";

export function Questions() {
  return (
    <Section id="perguntas" title={faq.title} className="faq">
      <Accordion.Root className="accordion" type="single" collapsible>
        {faq.questions.map(({ question, answer }) => (
          <Accordion.Item className="accordion__item" key={question} value={question}>
            <Accordion.Header>
              <Accordion.Trigger className="accordion__title">{question}</Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content className="accordion__text">{answer}</Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </Section>
  );
}

import type { ReactNode } from "react";
import "./accordion.css";

type AccordionProps = {
  name: string;
  items: readonly { key: string; title: ReactNode; text: ReactNode }[];
};

/**
 * Uses native `<details>`: the browser itself keeps at most one item open, and its search finds text in closed items.
 */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ key, title, text }) => (
        <details className="accordion__item" name={name} key={key}>
          <summary className="accordion__title">
            <h3>{title}</h3>
          </summary>
          <p className="accordion__text">{text}</p>
        </details>
      ))}
    </div>
  );
}

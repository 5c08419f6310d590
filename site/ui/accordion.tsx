import type { ReactNode } from "react";
import "./accordion.css";

type AccordionProps = { name: string; items: readonly { title: string; text: ReactNode }[] };

/**
 * Uses native `<details>`: the browser itself keeps at most one item open, and its search finds text in closed items.
 */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ title, text }) => (
        <details className="accordion__item" name={name} key={title}>
          <summary className="accordion__title">
            <h3>{title}</h3>
          </summary>
          <p className="accordion__text">{text}</p>
        </details>
      ))}
    </div>
  );
}

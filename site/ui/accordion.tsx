import "./accordion.css";

type AccordionProps = { name: string; items: readonly { title: string; text: string }[] };

/** Native `<details>`: the browser opens one item at a time, closes it again, and finds text in closed items. */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ title, text }) => (
        <details className="accordion__item" name={name} key={title}>
          <summary className="accordion__title">
            <h3 className="accordion__heading">{title}</h3>
          </summary>
          <p className="accordion__text">{text}</p>
        </details>
      ))}
    </div>
  );
}

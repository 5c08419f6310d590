import { header } from "#content/header.ts";
import { legal } from "#content/pages.ts";
import type { LegalPage as LegalText } from "#content/shapes/words.ts";
import { dated, Each } from "#site/event/event-words.tsx";
import "./legal-page.css";

const [before, after] = legal.updated.split("{today}");

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <div className="legal-page">
      <header className="legal-page__head">
        <p className="heading-face">{dated(header.name)}</p>
        <a className="touch-link" href="/">
          {legal.back}
        </a>
      </header>
      <main>
        <h1 className="legal-page__title">{dated(text.title)}</h1>
        {/* `other-page.ts` writes the day of the visit. Without script the page shows a word for "today" instead. */}
        <p className="legal-page__updated quiet">
          {before}
          <span data-today="">{legal.today}</span>
          {after}
        </p>
        <p className="legal-page__intro">{dated(text.intro)}</p>
        {text.sections.map(({ title, paragraphs, items }) => (
          <section className="legal-page__section" key={title}>
            <h2 className="subtitle">{dated(title)}</h2>
            {paragraphs && <Each as="p" texts={paragraphs} />}
            {items && (
              <ul className="bullets">
                <Each as="li" texts={items} />
              </ul>
            )}
          </section>
        ))}
        <p>
          <a className="touch-link" href="/">
            {legal.back}
          </a>
        </p>
      </main>
    </div>
  );
}

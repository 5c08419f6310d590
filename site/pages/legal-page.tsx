import { header } from "#content/header.ts";
import { legal } from "#content/legal.ts";
import type { LegalPage as LegalText } from "#content/shapes/words.ts";
import { dated, Each } from "#site/event/dated.tsx";
import "./legal-page.css";

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
        <Updated />
        <p className="legal-page__intro">{dated(text.intro)}</p>
        {text.sections.map((section) => (
          <LegalSection key={section.title} section={section} />
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

function LegalSection({ section }: { section: LegalText["sections"][number] }) {
  return (
    <section className="legal-page__section">
      <h2 className="legal-page__section-title">{dated(section.title)}</h2>
      {section.paragraphs && <Each as="p" texts={section.paragraphs} />}
      {section.items && (
        <ul className="bullets">
          <Each as="li" texts={section.items} />
        </ul>
      )}
    </section>
  );
}

/**
 * The line with the date of the last update: `other-page.ts` writes the day of the visit into it. Without script the line
 * keeps the word "today".
 */
function Updated() {
  const [before, after] = legal.updated.split("{today}");
  return (
    <p className="legal-page__updated quiet">
      {before}
      <span data-today="">{legal.today}</span>
      {after}
    </p>
  );
}

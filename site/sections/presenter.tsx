import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { presenter } from "#content/presenter.ts";
import { dated, Each } from "#site/event/event-words.tsx";
import { NewTabLink } from "#site/ui/button.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";
import "./presenter.css";

const supportChat = fill(links.supportChat, { phone: links.supportPhone });

export function Presenter() {
  return (
    <Section id="quem-apresenta" title={dated(presenter.title)} className="presenter" capitals>
      <div className="presenter__photo">
        <Picture
          name="apresentacao"
          alt={presenter.alt}
          width={720}
          height={900}
          sizes="(min-width: 48rem) 26rem, 88vw"
        />
      </div>
      <div className="presenter__words">
        {presenter.name && <h3>{dated(presenter.name)}</h3>}
        <Each as="p" texts={presenter.paragraphs} />
        <dl className="presenter__figures">
          {presenter.figures.map(({ value, label }) => (
            <div className="presenter__figure" key={label}>
              <dt className="quiet">{dated(label)}</dt>
              <dd className="heading-face">{dated(value)}</dd>
            </div>
          ))}
        </dl>
        <NewTabLink href={supportChat}>{dated(presenter.support)}</NewTabLink>
      </div>
    </Section>
  );
}

import { bonuses } from "#content/bonuses.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated, Each } from "#site/event/event-words.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";
import "./bonuses.css";

export function Bonuses() {
  return (
    <Section id="bonus" title={dated(bonuses.title)}>
      <p>{dated(bonuses.intro)}</p>
      <div className="bonuses__cards">
        {bonuses.cards.map(({ title, text, picture, items }) => (
          <div className="bonuses__card" key={title}>
            <h3>{dated(title)}</h3>
            <p className="quiet">{dated(text)}</p>
            {picture && <Picture name={picture} alt="" width={640} height={360} />}
            <ul className="bonuses__items">
              <Each as="li" texts={items} />
            </ul>
          </div>
        ))}
      </div>
      <p className="bonuses__notice">{dated(bonuses.notice)}</p>
      <CallToAction label={bonuses.cta} from="bonuses" />
    </Section>
  );
}

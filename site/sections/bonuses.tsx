import { bonuses } from "#content/bonuses.ts";
import { inWords } from "#event/event-words.ts";
import { OpenLeadPopup } from "#site/capture/popup/open-lead-popup.tsx";
import { Scene } from "#site/ui/scene.tsx";
import "./bonuses.css";

export function Bonuses() {
  return (
    <Scene id="bonus" title={inWords(bonuses.title)} className="bonuses">
      <p className="bonuses__intro">{inWords(bonuses.intro)}</p>
      <div className="bonuses__cards">
        {bonuses.cards.map(({ title, text, items }) => (
          <div className="bonuses__card" key={title}>
            <h3 className="bonuses__title">{inWords(title)}</h3>
            <p className="bonuses__text">{inWords(text)}</p>
            <ul className="bonuses__items">
              {items.map((item) => (
                <li key={item}>{inWords(item)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="bonuses__notice">{inWords(bonuses.notice)}</p>
      <OpenLeadPopup label={bonuses.cta} from="bonuses" />
    </Scene>
  );
}

import { launch } from "#content/launch.ts";
import { revealed } from "#content/phases.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { OpenLeadPopup } from "#site/capture/popup/open-lead-popup.tsx";
import { OpenOrAfter, shownIn } from "#site/event/in-phase.tsx";
import { HiddenPrice } from "#site/ui/hidden-price.tsx";
import { Section } from "#site/ui/section.tsx";
import "./price-reveal.css";

export function PriceReveal() {
  return (
    <Section
      id="valor"
      title={<OpenOrAfter open={priceReveal.title} after={revealed.title} />}
      className="price-reveal"
      {...shownIn("open", "over", "replay")}
      spotlight
    >
      <div className="price-reveal__price">
        <HiddenPrice
          currency={launch.currency}
          label={<OpenOrAfter open={priceReveal.priceLabel} after={revealed.priceLabel} />}
        />
      </div>
      <div className="price-reveal__words">
        <p>
          <OpenOrAfter open={priceReveal.intro} after={revealed.intro} />
        </p>
        <ul className="price-reveal__list">
          {priceReveal.willShow.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>
          <OpenOrAfter open={priceReveal.closing} after={revealed.closing} />
        </p>
        <OpenLeadPopup label={priceReveal.cta} from="price-reveal" />
      </div>
    </Section>
  );
}

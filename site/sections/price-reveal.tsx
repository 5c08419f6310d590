import { launch } from "#content/launch.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { OpenLeadPopup } from "#site/capture/popup/open-lead-popup.tsx";
import { HiddenPrice } from "#site/ui/hidden-price.tsx";
import { Section } from "#site/ui/section.tsx";
import "./price-reveal.css";

export function PriceReveal() {
  return (
    <Section id="valor" title={priceReveal.title} className="price-reveal" spotlight>
      <div className="price-reveal__price">
        <HiddenPrice currency={launch.currency} label={priceReveal.priceLabel} />
      </div>
      <div className="price-reveal__words">
        <p>{priceReveal.intro}</p>
        <ul className="price-reveal__list">
          {priceReveal.willShow.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{priceReveal.closing}</p>
        <OpenLeadPopup label={priceReveal.cta} from="price-reveal" />
      </div>
    </Section>
  );
}

import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { OpenLeadPopup } from "#site/capture/popup/open-lead-popup.tsx";
import { HiddenPrice } from "#site/ui/hidden-price.tsx";
import { InfinityLine } from "#site/ui/infinity-line.tsx";
import "./hero.css";

export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero__inner">
        <InfinityLine />
        <p className="hero__eyebrow">{hero.eyebrow}</p>
        <h1 className="hero__headline" id="hero-title">
          {hero.headline}
        </h1>
        <div className="hero__words">
          <p className="hero__lead">{hero.lead}</p>
          <p>{hero.promise}</p>
          <OpenLeadPopup label={hero.cta} from="hero" />
        </div>
        <div className="hero__price">
          <HiddenPrice currency={launch.currency} label={hero.priceLabel} />
        </div>
      </div>
    </section>
  );
}

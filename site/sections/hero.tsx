import type { ReactNode } from "react";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { after, phases, revealed } from "#content/phases.ts";
import type { EventState } from "#event/event-state.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { EnterClass, WatchReplay } from "#site/event/enter-class.tsx";
import { InPhase, OpenOrAfter, shownIn, unrevealed } from "#site/event/in-phase.tsx";
import { PhaseStatus } from "#site/event/phase-status.tsx";
import { HiddenPrice } from "#site/ui/hidden-price.tsx";
import { InfinityLine } from "#site/ui/infinity-line.tsx";
import "./hero.css";
import "./hero-light.css";

type HeroProps = {
  state: EventState | undefined;
  /** What a visitor who has signed up sees in place of the call to action. */
  children: ReactNode;
};

export function Hero({ state, children }: HeroProps) {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero__inner">
        <InfinityLine />
        <div className="hero__when">
          <p className="hero__eyebrow" {...shownIn("open", "over", "replay")}>
            {hero.eyebrow}
          </p>
          <PhaseStatus className="hero__status" state={state} />
        </div>
        <h1 className="hero__headline" id="hero-title">
          {hero.headline}
        </h1>
        <div className="hero__words">
          <Lead />
          <p className="invitation" {...shownIn("before", "today")}>
            {hero.promise}
          </p>
          <div className="hero__calls">
            <EnterClass />
            <div className="hero__call">
              <CallToAction label={hero.cta} from="hero" />
              {children}
            </div>
            <WatchReplay />
          </div>
        </div>
        <div className="hero__price" {...shownIn("open", "over", "replay")}>
          <HiddenPrice
            currency={launch.currency}
            label={<OpenOrAfter open={hero.priceLabel} after={revealed.priceLabel} />}
          />
        </div>
      </div>
    </section>
  );
}

function Lead() {
  return (
    <p className="hero__lead">
      <InPhase in={unrevealed}>{hero.lead}</InPhase>
      <InPhase in={["live"]}>{phases.liveLead}</InPhase>
      <InPhase in={["over", "replay"]}>{after.lead}</InPhase>
      <InPhase in={["cancelled"]}>{after.cancelledLead}</InPhase>
    </p>
  );
}

import type { ReactNode } from "react";
import { fill } from "#content/filled.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { after, phases } from "#content/phases.ts";
import { presenter } from "#content/presenter.ts";
import { phases as allPhases, type Phase } from "#event/phase.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import {
  dated,
  EnterClass,
  InPhase,
  PhaseStatus,
  shownIn,
  WatchReplay,
} from "#site/event/event-words.tsx";
import { HiddenPrice, InfinityLine } from "#site/ui/ornaments.tsx";
import "#site/ui/beam.css";
import "./hero.first.css";

export const heroTitleId = "hero-title";

/** The phases with a headline. If the class is cancelled, a sentence about that replaces the headline. */
const withHeadline: Phase[] = allPhases.filter((phase) => phase !== "cancelled");

const [before, end] = hero.lead.split("{lessons}");
const { name } = presenter;
const proof = name ? fill(hero.proofNamed, { name }) : hero.proof;

/** The first screen; `children` are shown in place of the call to action to a visitor who has signed up. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <div className="hero beam">
      <InfinityLine />
      <div className="hero__when">
        <p className="hero__eyebrow" {...shownIn("before", "today", "doors", "waiting")}>
          {dated(hero.eyebrow)}
        </p>
        <PhaseStatus className="hero__status" phases={withHeadline} />
      </div>
      <h1 className="hero__headline" id={heroTitleId}>
        <InPhase in={withHeadline}>{hero.headline}</InPhase>
        <span data-event="status">
          <InPhase in={["cancelled"]}>{phases.status.cancelled}</InPhase>
        </span>
      </h1>
      <div className="hero__words">
        <p className="hero__lead">
          <InPhase in={["before", "today"]}>
            {dated(before)}
            <a href="#aulas-gratuitas">{dated(hero.lessons)}</a>
            {dated(end)}
          </InPhase>
          <InPhase in={["doors", "waiting"]}>{phases.doorsLead}</InPhase>
          <InPhase in={["live"]}>{phases.liveLead}</InPhase>
          <InPhase in={["after"]}>{after.lead}</InPhase>
        </p>
        <p className="invitation" {...shownIn("before", "today")}>
          {dated(proof)}
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
      <p className="hero__promise quiet" {...shownIn("before", "today")}>
        {dated(hero.promise)}
      </p>
      <div className="hero__price" {...shownIn("open")}>
        <HiddenPrice currency={launch.currency} label={dated(hero.priceLabel)} />
      </div>
    </div>
  );
}

import { Fragment } from "react";
import { launch } from "#content/launch.ts";
import { phases as words } from "#content/phases.ts";
import type { EventState } from "#event/event-state.ts";
import { phases as allPhases, canCome, type Phase } from "#event/phase.ts";
import { InPhase, shownIn } from "./in-phase.tsx";

/** The parts of a sentence that depend on the clock. The server or the page's script fills their elements. */
type ClockWords = Pick<EventState, "weekday" | "countdown" | "replayUntil">;

type PhaseStatusProps = {
  className?: string;
  /** The phases in which the element is shown; all of them by default. */
  phases?: readonly Phase[];
  /** Another sentence for the phase `before`. */
  before?: string;
  /** Missing in islands, because hydration could not know it. */
  state?: ClockWords | undefined;
};

/** One sentence about where the event stands. */
export function PhaseStatus({ className, phases, before, state }: PhaseStatusProps) {
  const texts = { ...words.status, ...(before && { before }) };
  return (
    <p className={className} data-event="status" {...(phases && shownIn(...phases))}>
      {(phases ?? allPhases)
        .filter((phase) => canCome(phase, launch.event))
        .map((phase) => (
          <InPhase key={phase} in={[phase]}>
            <Sentence text={texts[phase]} state={state} />
          </InPhase>
        ))}
    </p>
  );
}

function Sentence({ text, state }: { text: string; state: ClockWords | undefined }) {
  const values = {
    weekday: state?.weekday,
    countdown: state?.countdown,
    until: state?.replayUntil,
  };
  return text.split(/\{(weekday|countdown|until|visitorHour)\}/).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <span key={part} data-event={part}>
        {new Map(Object.entries(values)).get(part)}
      </span>
    ),
  );
}

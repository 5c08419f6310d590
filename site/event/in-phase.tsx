import type { ReactNode } from "react";
import { after as words } from "#content/phases.ts";
import type { Phase } from "#event/phase.ts";
import "./in-phase.css";

/** `open`: one can sign up for the class; `after`: it is over or cancelled, and one can only ask for news of the next. */
type PhaseGroup = "open" | "after";

/** The phases in which the price has not been revealed yet. */
export const unrevealed: Phase[] = ["before", "today", "doors", "waiting"];

/**
 * The attribute of an element that is shown in the given phases only. The page contains the words of all phases, and
 * the attribute `data-phase` of `<html>` chooses among them.
 */
export function shownIn(...phases: (Phase | PhaseGroup)[]): { "data-in": string } {
  return { "data-in": phases.join(" ") };
}

type InPhaseProps = { in: (Phase | PhaseGroup)[]; children: ReactNode };

export function InPhase({ in: phases, children }: InPhaseProps) {
  return <span {...shownIn(...phases)}>{children}</span>;
}

/** A text until the end of the class, and the text in its place afterwards. */
export function OpenOrAfter({ open, after }: { open: ReactNode; after: ReactNode }) {
  return (
    <>
      <InPhase in={["open"]}>{open}</InPhase>
      <InPhase in={["after"]}>{after}</InPhase>
    </>
  );
}

/** The label of a call to action: after the class every call to action asks for news of the next one. */
export function CallLabel({ open }: { open: string }) {
  return <OpenOrAfter open={open} after={words.cta} />;
}

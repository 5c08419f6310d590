import { messages } from "#content/messages.ts";
import { isAfter, type Phase } from "./phase.ts";

const { current, currentNext } = messages.wordings;

/** The names of the wordings that the forms show in a phase: after the class, those for the next one. */
export function presentWordings(phase: Phase): typeof current {
  return isAfter(phase) ? currentNext : current;
}

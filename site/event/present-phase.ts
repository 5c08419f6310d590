import { type Phase, phases } from "#event/phase.ts";

/** The phase that the page shows now. */
export function presentPhase(page: Document): Phase {
  const shown = page.documentElement.dataset["phase"];
  return phases.find((phase) => phase === shown) ?? "before";
}

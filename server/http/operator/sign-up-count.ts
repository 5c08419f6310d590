import { Counter, type Registry } from "prom-client";
import { outcomeCode, type SignUpOutcome } from "#server/sign-up/outcome.ts";
import { refusalCodes } from "#server/sign-up/refusals.ts";
import type { Flag } from "#server/store/tables.ts";

const flags: readonly Flag[] = ["honeypot", "too-fast", "flood"];

export function createSignUpCount(registry: Registry): (outcome: SignUpOutcome) => void {
  const counters = createCounters(registry);
  return (outcome) => {
    if (outcome.kind !== "accepted") {
      counters.refused.inc({ reason: outcomeCode(outcome) });
      return;
    }
    counters.accepted.inc();
    counters[outcome.as].inc();
    if (outcome.flag) counters.flagged.inc({ flag: outcome.flag });
  };
}

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const flagged = new Counter({
    name: "sign_ups_flagged_total",
    help: "Sign-ups that look automatic",
    labelNames: ["flag"],
    registers,
  });
  const refused = new Counter({
    name: "sign_ups_refused_total",
    help: "Sign-ups answered with an error",
    labelNames: ["reason"],
    registers,
  });
  // Every counter is shown from the start, at 0: if a counter appeared only with its first increase, Prometheus would
  // not see that increase.
  for (const flag of flags) flagged.inc({ flag }, 0);
  for (const reason of refusalCodes) refused.inc({ reason }, 0);
  return {
    accepted: counter("sign_ups_accepted_total", "Sign-ups answered with success"),
    stored: counter("sign_ups_stored_total", "Sign-ups written to the disk"),
    repeated: counter("sign_ups_repeated_total", "Sign-ups that were stored before, sent again"),
    flagged,
    refused,
  };
}

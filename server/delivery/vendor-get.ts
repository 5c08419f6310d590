import type { Ask, NotHeard } from "./ask.ts";
import { type Reading, readAnswer } from "./outcome.ts";
import type { Caller } from "./turns.ts";

/** Reads something over there. What the answer means when it is none differs by who asks: `Other`. */
export type Get<Other> = (
  path: string,
) => Promise<{ kind: "done"; body: unknown } | { kind: "other"; other: Other }>;

export function getAsCourier(call: Caller): Get<Exclude<Reading, { kind: "done" }>> {
  return async (path) => {
    const reading = readAnswer(await call({ method: "GET", path }));
    return reading.kind === "done" ? reading : { kind: "other", other: reading };
  };
}

export function getAsOperator(ask: Ask): Get<NotHeard> {
  return async (path) => {
    const heard = await ask(path);
    return heard.kind === "done" ? heard : { kind: "other", other: heard };
  };
}

import { type Fault, type FaultName, faults } from "./faults.ts";
import type { Call } from "./server.ts";

export type Rule = {
  how: FaultName;
  /**
   * The fault happens only to calls with this method and path, as in `POST /contact/sync`; `*` matches anything. If
   * left out, it can happen to every call.
   */
  on?: string;
  /** The fault happens only to calls whose body contains this text, for example an e-mail. */
  mentioning?: string;
  /** The fault happens at most this number of times, to the next calls that match. */
  next?: number;
  /** The fault happens only to this share of the calls, from 0 to 1. The same seed chooses the same calls. */
  share?: number;
  seed?: number;
};

export type Rules = {
  /** Returns a function that ends the rule. */
  add: (rule: Rule) => () => void;
  clear: () => void;
  /** The fault of the first rule that applies to the call. */
  faultFor: (call: Call) => Fault | undefined;
};

export function createRules(): Rules {
  const active = new Set<(call: Call) => Fault | undefined>();
  return {
    add(rule) {
      const faultFor = follow(rule);
      active.add(faultFor);
      return () => active.delete(faultFor);
    },
    clear: () => active.clear(),
    faultFor(call) {
      for (const one of active) {
        const fault = one(call);
        if (fault) return fault;
      }
      return undefined;
    },
  };
}

function follow({ how, on = "*", mentioning = "", next = Infinity, share = 1, seed = 1 }: Rule) {
  const fault = faults[how];
  const pattern = new RegExp(`^${on.split("*").map(escapeForRegExp).join(".*")}$`);
  const random = createRandom(seed);
  let left = next;
  return (call: Call): Fault | undefined => {
    const isMeant = pattern.test(`${call.method} ${call.path}`) && call.text.includes(mentioning);
    if (!isMeant || !fault.scope(call) || left <= 0 || random() >= share) return undefined;
    left -= 1;
    return fault;
  };
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}

/** Random numbers by Mulberry32, which is short and gives the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

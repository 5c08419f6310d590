import type { Call } from "./call.ts";
import type { Way } from "./fault-kinds.ts";
import { type Misbehaviour, misbehaviours } from "./faults.ts";

export type Rule = {
  how: Misbehaviour;
  /** Method and path as in `POST /contact/sync`, `*` for any part; every call when left out. */
  on?: string;
  /** Only calls whose body contains this: an address, say. */
  mentioning?: string;
  /** Only the next so many of them. */
  next?: number;
  /** Only this share of them, from 0 to 1: the same ones for the same seed. */
  share?: number;
  seed?: number;
};

export type Rules = {
  /** Gives a function that ends this rule. */
  add: (rule: Rule) => () => void;
  clear: () => void;
  /** The first rule that fits decides. */
  wayFor: (call: Call) => Way | undefined;
};

type Standing = { fits: (call: Call) => boolean; way: Way };

export function createRules(): Rules {
  const standing = new Set<Standing>();
  return {
    add(rule) {
      const added = { fits: fitting(rule), way: misbehaviours[rule.how] };
      standing.add(added);
      return () => standing.delete(added);
    },
    clear: () => standing.clear(),
    wayFor: (call) => [...standing].find(({ fits }) => fits(call))?.way,
  };
}

function fitting({ how, on = "*", mentioning = "", next = Infinity, share = 1, seed = 1 }: Rule) {
  const way: Way = misbehaviours[how];
  const pattern = new RegExp(`^${on.split("*").map(literally).join(".*")}$`);
  const random = createRandom(seed);
  let left = next;
  return (call: Call): boolean => {
    const isMeant = pattern.test(`${call.method} ${call.path}`) && call.text.includes(mentioning);
    if (!isMeant || way.about?.(call) === false || left <= 0) return false;
    if (random() >= share) return false;
    left -= 1;
    return true;
  };
}

/** Mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function literally(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}

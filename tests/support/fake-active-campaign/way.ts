import type { Account } from "./account.ts";
import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";

export type Scene = {
  account: Account;
  call: Call;
  /** Does what was asked for, and gives the answer that was due. */
  work: () => Answer;
  retryAfterSeconds: number;
  /** An address on another host, which notes who comes by. */
  elsewhere: string;
};

/** A way of misbehaving. */
export type Way = {
  /** How the courier should take it. */
  reading:
    | "the lane sleeps"
    | "asked again at once"
    | "transient"
    | "the breaker"
    | "parked"
    | "send again without it"
    | "sync again"
    | "parked after three tries"
    | "the tag exists"
    | "ask again later";
  /** The calls it is about; all of them when left out. */
  about?: (call: Call) => boolean;
  answer: (scene: Scene) => Answer;
};

type Answering = Way["answer"];

export const lane = (answer: Answering): Way => ({ reading: "the lane sleeps", answer });
export const byChance = (answer: Answering): Way => ({ reading: "asked again at once", answer });
export const transient = (answer: Answering): Way => ({ reading: "transient", answer });
export const breaker = (answer: Answering): Way => ({ reading: "the breaker", answer });
export const parked = (answer: Answering): Way => ({ reading: "parked", answer });
export const other = (answer: Answering): Way => ({ reading: "parked after three tries", answer });

/** The work is done and its answer lost: what went wrong came too late to prevent it. */
export function afterTheWork(instead: Answer): Answering {
  return ({ work }) => {
    work();
    return instead;
  };
}

/** Somebody else changes the account a moment before the call. */
export function meanwhile(change: (scene: Scene) => void): Answering {
  return (scene) => {
    change(scene);
    return scene.work();
  };
}

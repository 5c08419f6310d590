import type { EventState } from "#event/event-state.ts";
import { type FilledFile, fillPages } from "./fill-pages.ts";
import type { StaticPages } from "./prepared-file.ts";

/** The state of the event now, and the states that will come if the operator changes nothing. */
type StatesAhead = { now: number; present: EventState; coming: readonly EventState[] };

export type PageVariants = {
  /** The pages of the present state. They are compressed in the background, and after them those of the coming states. */
  open: (states: StatesAhead) => StaticPages;
  /** The pages of a state for one look: they are neither compressed nor kept. */
  preview: (state: EventState, now: number) => StaticPages;
  /** Done when the pages that were opened last are compressed. */
  compressed: () => Promise<void>;
};

type Kept = { pages: StaticPages; filled: FilledFile[] };

/** Keeps the pages of the present state and of the coming states, and forgets all others. */
export function createPageVariants(built: StaticPages, siteUrl: string): PageVariants {
  const kept = new Map<string, Kept>();
  let compressing = Promise.resolve();
  let turn = 0;

  function keep(state: EventState, madeAt: number): Kept {
    const key = JSON.stringify(state);
    const found = kept.get(key) ?? fillPages(built, { state, siteUrl, preview: false, madeAt });
    kept.set(key, found);
    return found;
  }

  /** Compresses one file after the other, until other pages are opened: then these must be ready first. */
  async function compress({ filled }: Kept, mine: number): Promise<void> {
    for (const file of filled) if (mine === turn) await file.compress();
  }

  async function prepare(pages: Kept, { now, coming }: StatesAhead, mine: number): Promise<void> {
    compressing = compress(pages, mine);
    await compressing;
    for (const state of coming) if (mine === turn) await compress(keep(state, now), mine);
  }

  return {
    open(states) {
      const needed = [states.present, ...states.coming].map((state) => JSON.stringify(state));
      for (const key of kept.keys()) if (!needed.includes(key)) kept.delete(key);
      const pages = keep(states.present, states.now);
      turn += 1;
      void prepare(pages, states, turn);
      return pages.pages;
    },
    preview: (state, madeAt) => fillPages(built, { state, siteUrl, preview: true, madeAt }).pages,
    compressed: () => compressing,
  };
}

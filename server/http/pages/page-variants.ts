import type { EventState } from "#event/event-state.ts";
import { type FilledFile, fillPages } from "./fill-pages.ts";
import type { StaticPages } from "./prepared-file.ts";

export type PageVariants = {
  /** The pages of a state. They are compressed in the background, and after them those of the coming states. */
  open: (present: EventState, coming: readonly EventState[]) => StaticPages;
  /** The pages of a state for one look: they are neither compressed nor kept. */
  preview: (state: EventState) => StaticPages;
  /** Done when the pages that were opened last are compressed. */
  compressed: () => Promise<void>;
};

type Kept = { pages: StaticPages; filled: FilledFile[] };

/** Keeps the pages of the present state and of the coming states, and forgets all others. */
export function createPageVariants(built: StaticPages, siteUrl: string): PageVariants {
  const kept = new Map<string, Kept>();
  let compressing = Promise.resolve();
  let turn = 0;

  function keep(state: EventState): Kept {
    const key = JSON.stringify(state);
    const found = kept.get(key) ?? fillPages(built, { state, siteUrl, preview: false });
    kept.set(key, found);
    return found;
  }

  /** Compresses one file after the other, until other pages are opened: then these must be ready first. */
  async function compress({ filled }: Kept, mine: number): Promise<void> {
    for (const file of filled) if (mine === turn) await file.compress();
  }

  async function prepare(present: Kept, coming: readonly EventState[], mine: number) {
    compressing = compress(present, mine);
    await compressing;
    for (const state of coming) if (mine === turn) await compress(keep(state), mine);
  }

  return {
    open(state, coming) {
      const needed = new Set([state, ...coming].map((one) => JSON.stringify(one)));
      for (const key of kept.keys()) if (!needed.has(key)) kept.delete(key);
      const present = keep(state);
      turn += 1;
      void prepare(present, coming, turn);
      return present.pages;
    },
    preview: (state) => fillPages(built, { state, siteUrl, preview: true }).pages,
    compressed: () => compressing,
  };
}

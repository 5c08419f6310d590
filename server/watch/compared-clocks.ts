/** From this difference on the clock of this machine counts as wrong. */
const maxApartMs = 2_000;

/** A Date header has whole seconds. */
const headerInaccuracyMs = 1_000;

export type ComparedClocks = {
  /** Compares our clock with a time that another clock has said since `askedAt`, a time of the steady clock. */
  note(source: string, theirs: { earliest: number; latest: number }, askedAt: number): void;
  noteDate(source: string, theirs: number, askedAt: number): void;
  /** Whether the last comparison with one of the sources has shown a difference. */
  isOff(): boolean;
  /** Forgets all comparisons, because our clock was set. */
  forget(): void;
};

type Clocks = { clock: () => number; steadyClock: () => number };

/** Finds out whether our clock surely differs from another one: the time that an answer took is no difference. */
export function createComparedClocks({ clock, steadyClock }: Clocks): ComparedClocks {
  const off = new Map<string, boolean>();
  function note(source: string, theirs: { earliest: number; latest: number }, askedAt: number) {
    const now = clock();
    const apartMs = Math.max(
      theirs.earliest - now,
      now - (steadyClock() - askedAt) - theirs.latest,
    );
    off.set(source, apartMs >= maxApartMs);
  }
  return {
    note,
    noteDate(source, theirs, askedAt) {
      note(source, { earliest: theirs, latest: theirs + headerInaccuracyMs }, askedAt);
    },
    isOff: () => [...off.values()].includes(true),
    forget: () => off.clear(),
  };
}

type Clocks = { clock: () => number; steadyClock: () => number };

/** What another clock has said, as far as it can be known. */
export type TheirTime = { earliest: number; latest: number };

/** From this difference on the clock of this machine counts as wrong. */
const maxApartMs = 2_000;

/** A larger change of our clock than this, in milliseconds, means that it was set. */
const maxDriftMs = 1_000;

/** By how much two clocks surely differ: the time that the answer took is no difference. */
export function apartMs(ours: { asked: number; answered: number }, theirs: TheirTime): number {
  return Math.max(theirs.earliest - ours.answered, ours.asked - theirs.latest, 0);
}

/** The time in the Date header of an answer, which has whole seconds. */
export function dateOf({ headers }: Pick<Response, "headers">): TheirTime | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : { earliest: date, latest: date + 1_000 };
}

export type ComparedClocks = {
  /** Compares our clock with a time that another one has said since `askedAt`, a time of the steady clock. */
  note(source: string, theirs: TheirTime, askedAt: number): void;
  /** Whether the last comparison with one of the sources has shown a difference. */
  isOff(): boolean;
};

export function createComparedClocks({ clock, steadyClock }: Clocks): ComparedClocks {
  const ahead = () => clock() - steadyClock();
  const compared = new Map<string, { apart: number; ahead: number }>();
  return {
    note(source, theirs, askedAt) {
      const answered = clock();
      const asked = answered - (steadyClock() - askedAt);
      compared.set(source, { apart: apartMs({ asked, answered }, theirs), ahead: ahead() });
    },
    isOff() {
      // A comparison from before our clock was set tells nothing any more.
      const valid = [...compared.values()].filter(
        (one) => Math.abs(one.ahead - ahead()) <= maxDriftMs,
      );
      return valid.some(({ apart }) => apart >= maxApartMs);
    },
  };
}

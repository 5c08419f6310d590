import type { MinuteCountsTable, PageHealthTable, VisitCountsTable } from "./count-tables.ts";

/** What is added to the stored counts. Several entries of the same kind and time are added up. */
export type Counts = {
  steps?: readonly StepCount[];
  minutes?: readonly MinuteCountsTable[];
  health?: readonly PageHealthTable[];
};

/** `newPeople`: how many of the kept sign-ups were a person's first one. */
export type StepCount = VisitCountsTable & { newPeople?: number };

export type GatheredCounts = {
  add(counts: Counts): void;
  /** How many rows of the store were gathered. */
  size(): number;
  /** Takes all that was gathered, in an order that is the same in every process. */
  take(): Required<Counts>;
};

/** Adds counts up in memory: one entry for each row of the store, however often it is counted. */
export function gatherCounts(): GatheredCounts {
  const steps = gather<StepCount>(
    ({ hour, step, source, surface }) => `${hour} ${step} ${source} ${surface}`,
    (sum, { count, newPeople = 0 }) => {
      sum.count += count;
      sum.newPeople = (sum.newPeople ?? 0) + newPeople;
    },
  );
  const minutes = gather<MinuteCountsTable>(
    ({ minute }) => `${minute}`,
    (sum, { views, sign_ups, new_people }) => {
      sum.views += views;
      sum.sign_ups += sign_ups;
      sum.new_people += new_people;
    },
  );
  const health = gather<PageHealthTable>(
    ({ hour, measure, value, file, build, device }) =>
      [hour, measure, value, file, build, device].join(" "),
    (sum, { count }) => {
      sum.count += count;
    },
  );
  return {
    add(counts) {
      steps.add(counts.steps);
      minutes.add(counts.minutes);
      health.add(counts.health);
    },
    size: () => steps.size() + minutes.size() + health.size(),
    take: () => ({ steps: steps.take(), minutes: minutes.take(), health: health.take() }),
  };
}

function gather<Row extends object>(
  keyOf: (row: Row) => string,
  addTo: (sum: Row, row: Row) => void,
) {
  const sums = new Map<string, Row>();
  return {
    add(rows: readonly Row[] = []) {
      for (const row of rows) {
        const key = keyOf(row);
        const sum = sums.get(key);
        if (sum === undefined) sums.set(key, { ...row });
        else addTo(sum, row);
      }
    },
    size: () => sums.size,
    take() {
      const taken = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
      sums.clear();
      return taken.map(([, row]) => row);
    },
  };
}

import { expect, test, vi } from "vitest";
import { watchVitals } from "./vitals.ts";

type Entry = Record<string, unknown>;

const supported = ["event", "layout-shift", "largest-contentful-paint"];

test.each([
  [2_500, "good"],
  [2_501, "fair"],
  [4_000, "fair"],
  [4_001, "poor"],
])("a largest paint after %d ms is %s", (startTime, rating) => {
  expect(ratingsOf([paint(startTime)])).toContainEqual(["lcp", rating]);
});

test.each([
  [200, "good"],
  [208, "fair"],
  [500, "fair"],
  [508, "poor"],
])("a slowest interaction of %d ms is %s", (duration, rating) => {
  const entries = [interaction(duration), interaction(16)];
  expect(ratingsOf(entries)).toContainEqual(["inp", rating]);
});

test.each([
  [0.1, "good"],
  [0.101, "fair"],
  [0.25, "fair"],
  [0.251, "poor"],
])("a shift of %d is %s", (value, rating) => {
  expect(ratingsOf([shift(0, value)])).toContainEqual(["cls", rating]);
});

test("shifts with less than a second between them add up", () => {
  expect(ratingsOf([shift(100, 0.1), shift(1_100, 0.1)])).toEqual([["cls", "fair"]]);
  expect(ratingsOf([shift(100, 0.1), shift(1_101, 0.1)])).toEqual([["cls", "good"]]);
});

test("shifts add up for five seconds at most, and the worst five seconds count", () => {
  const steady = (last: number) =>
    [0, 1_000, 2_000, 3_000, 4_000, last].map((at) => shift(at, 0.05));
  expect(ratingsOf(steady(5_000))).toEqual([["cls", "poor"]]);
  expect(ratingsOf(steady(5_001))).toEqual([["cls", "fair"]]);
  expect(
    ratingsOf([
      shift(900, 0.1),
      ...[1_700, 2_600, 3_500, 4_400, 5_300].map((at) => shift(at, 0.04)),
    ]),
  ).toEqual([["cls", "poor"]]);
  expect(ratingsOf([...steady(5_000), shift(60_000, 0.01)])).toEqual([["cls", "poor"]]);
});

test("a shift that follows the visitor's own press does not count", () => {
  expect(ratingsOf([{ ...shift(100, 1), hadRecentInput: true }])).toEqual([["cls", "good"]]);
});

test("a movement of the pointer is no interaction", () => {
  expect(ratingsOf([{ ...interaction(600), interactionId: 0 }])).toEqual([["cls", "good"]]);
});

test("a browser that measures events, but does not mark the interactions among them, gives no rating of them", () => {
  expect(ratingsOf([{ entryType: "event", startTime: 5_000, duration: 600 }])).toEqual([
    ["cls", "good"],
  ]);
});

test("the largest paint of a tab that was opened in the background is not rated", () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    {
      name: "hidden",
      entryType: "visibility-state",
      startTime: 0,
      duration: 0,
      toJSON: () => ({}),
    },
  ]);
  const known = [...supported, "visibility-state"];
  expect(ratingsOf([paint(60_000)], known)).toEqual([["cls", "good"]]);
});

test("a browser that measures nothing has no ratings", () => {
  expect(ratingsOf([paint(100)], [])).toEqual([]);
});

test("the ratings are given once", () => {
  const ratings = watch([paint(100)], supported);
  expect(ratings()).toHaveLength(2);
  expect(ratings()).toEqual([]);
});

function ratingsOf(entries: Entry[], types = supported) {
  return watch(entries, types)();
}

/** Watches in a browser that measures these types, and in which these entries have come. */
function watch(entries: Entry[], types: string[]) {
  let deliver = (_: { getEntries: () => Entry[] }) => {};
  const observed: string[] = [];
  class FakeObserver {
    static supportedEntryTypes = types;
    constructor(callback: typeof deliver) {
      deliver = callback;
    }
    observe = ({ type }: { type: string }) => observed.push(type);
    disconnect = () => observed.splice(0);
  }
  vi.stubGlobal("PerformanceObserver", FakeObserver);
  const ratings = watchVitals();
  deliver({
    getEntries: () => entries.filter((entry) => observed.includes(String(entry["entryType"]))),
  });
  vi.unstubAllGlobals();
  return ratings;
}

function paint(startTime: number): Entry {
  return { entryType: "largest-contentful-paint", startTime, duration: 0 };
}

function interaction(duration: number): Entry {
  return { entryType: "event", startTime: 100, duration, interactionId: 7 };
}

function shift(startTime: number, value: number): Entry {
  return { entryType: "layout-shift", startTime, duration: 0, value, hadRecentInput: false };
}

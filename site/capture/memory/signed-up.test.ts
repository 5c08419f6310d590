import { afterEach, expect, test, vi } from "vitest";
import { showEventBeforePaint } from "#site/event/show-event.ts";
import { hasSignedUp, rememberReceived, rememberSignUp, savedGroup } from "./signed-up.ts";

const year = 2026;
const group = "/grupo?inscricao=saved";

afterEach(() => vi.unstubAllGlobals());

test.each<[string, string | null, { shown?: string; has: boolean; group?: string }]>([
  ["no sign-up", null, { has: false }],
  ["one for the class", saved({}), { shown: "class", has: true, group }],
  ["one for the next class", saved({ for: "next" }), { shown: "next", has: true, group }],
  ["one of the year before", saved({ year: year - 1 }), { has: true, group }],
  ["one without a year", saved({ year: undefined }), { has: true, group }],
  ["one without a group", saved({ group: undefined }), { shown: "class", has: true }],
  ["half a value", "{", { has: false }],
  ["null", "null", { has: false }],
  ["a number", "7", { has: true }],
  ["a text", '"class"', { has: true }],
  ["a list", "[]", { has: true }],
  ["fields of other kinds", '{"year":"x","for":{},"group":[]}', { has: true }],
])("with %s on the device the page shows what it says", (_, text, expected) => {
  const page = pageOf({});
  vi.stubGlobal("localStorage", { getItem: () => text });
  showEventBeforePaint(page);
  expect(page.documentElement.dataset["signedUp"]).toBe(expected.shown);
  expect(hasSignedUp()).toBe(expected.has);
  expect(savedGroup()).toBe(expected.group);
});

test("a sign-up that waited does not take the place of a later one on this device", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const page = pageOf({});
  rememberSignUp(page, "/grupo?inscricao=bia");
  rememberSignUp(page, "/grupo?inscricao=ana", Date.now() - 60_000);
  expect(savedGroup()).toBe("/grupo?inscricao=bia");
});

test("where the browser forbids storage the page shows no sign-up", () => {
  const page = pageOf({});
  showEventBeforePaint(page);
  expect(page.documentElement.dataset["signedUp"]).toBeUndefined();
  expect(hasSignedUp()).toBe(false);
});

const site = "https://black.example";
const elsewhere = "https://inscricao.example";

test.each<[string, { referrer: string; type?: string; phase?: string; search?: string }, unknown]>([
  ["from the form", { referrer: `${site}/` }, { year, for: "class", group }],
  [
    "from the lead function elsewhere",
    { referrer: `${elsewhere}/x` },
    { year, for: "class", group },
  ],
  ["after the class", { referrer: site, phase: "over" }, { year, for: "next", group }],
  ["without a pass", { referrer: site, search: "" }, { year, for: "class" }],
  ["by its address", { referrer: "" }, undefined],
  ["from another site", { referrer: "https://evil.example/" }, undefined],
  ["again, after the class", { referrer: site, type: "reload", phase: "over" }, undefined],
  ["by the back button", { referrer: site, type: "back_forward" }, undefined],
])("a page for a received sign-up that is opened %s saves what fits", (_, given, expected) => {
  const { referrer, type = "navigate", phase = "live", search = "?inscricao=saved" } = given;
  const setItem = vi.fn();
  class Navigation {
    type = type;
  }
  vi.stubGlobal("localStorage", { setItem });
  vi.stubGlobal("location", { origin: site, search });
  vi.stubGlobal("PerformanceNavigationTiming", Navigation);
  vi.stubGlobal("performance", { getEntriesByType: () => [new Navigation()] });
  vi.stubEnv("FUNCTION_ORIGIN", elsewhere);
  rememberReceived(pageOf({ referrer, phase }));
  const texts = setItem.mock.calls.map(([name, text]) => [name, JSON.parse(text)]);
  const at = expect.any(Number);
  expect(texts).toEqual(expected ? [["signed-up", { ...expected, at }]] : []);
});

function saved(changes: object): string {
  return JSON.stringify({ year, for: "class", group, ...changes });
}

/** A page with only the parts that the functions of `signed-up.ts` read. */
function pageOf({ referrer = "", phase = "live" }): Document {
  const schedule = {
    year,
    fromServer: true,
    start: 0,
    changes: [],
    minutesAhead: 0,
    words: { days: "", sameDay: "", otherDay: "" },
  };
  return Object.assign(Object.create(null), {
    referrer,
    documentElement: { dataset: { phase } },
    getElementById: () => ({ dataset: {}, textContent: JSON.stringify(schedule) }),
    querySelectorAll: () => [],
  });
}

import { expect, test } from "vitest";
import type { Override } from "#event/edition.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { builtPage, eventPagesOf } from "#tests/support/app/pages.ts";
import type { EventPages } from "./event-pages.ts";
import type { StaticPages } from "./files.ts";

const html = `<html data-phase="before"><body><b data-event="countdown"></b>${" ".repeat(1_000)}</body></html>`;

test("a clock that is set back brings the earlier pages back", () => {
  const pages = eventPages();
  expect(phaseIn(pages, "2026-11-11T20:00:00-03:00")).toBe("live");
  expect(phaseIn(pages, "2026-11-11T19:59:59-03:00")).toBe("doors");
  expect(phaseIn(pages, "2026-11-10T20:00:00-03:00")).toBe("before");
  expect(phaseIn(pages, "2026-11-11T20:00:00-03:00")).toBe("live");
});

test("the pages of one phase keep their bytes until something changes", () => {
  const pages = eventPages();
  const first = pages.at(Date.parse("2026-11-11T20:00:00-03:00")).pages;
  expect(pages.at(Date.parse("2026-11-11T21:59:59-03:00")).pages).toBe(first);
  expect(pages.at(Date.parse("2026-11-11T22:00:00-03:00")).pages).not.toBe(first);
});

test("the same choice, read again from the store, gives the same pages", () => {
  const pages = eventPages(() => ({ ...nothingChosen }));
  const now = Date.parse("2026-11-11T20:10:00-03:00");
  expect(pages.at(now)).toBe(pages.at(now + 1_000));
});

test("after the start the present pages are compressed; others stay as built", async () => {
  const pages = eventPages();
  const now = Date.parse("2026-11-11T20:00:00-03:00");
  await pages.start(now);
  const { pages: present } = pages.at(now);
  expect(Object.keys(present.get("/") ?? {})).toEqual(["identity", "br", "gzip"]);
  expect(present.get("/termos-uso")).toBe(built.get("/termos-uso"));
});

test("the pages of the next phase are compressed before it begins", async () => {
  const pages = eventPages();
  await pages.start(Date.parse("2026-11-11T19:50:00-03:00"));
  await pages.ahead();
  const { pages: next } = pages.at(Date.parse("2026-11-11T20:00:00-03:00"));
  expect(Object.keys(next.get("/") ?? {})).toEqual(["identity", "br", "gzip"]);
});

const nothingChosen: Override = {
  edition: 2026,
  phase: undefined,
  movedTo: undefined,
  sequence: 1,
  changedAt: 0,
};

const built: StaticPages = new Map([
  ["/", builtPage(html)],
  ["/termos-uso", builtPage("<html><p>Termos</p></html>")],
]);

function eventPages(override?: () => Override | undefined): EventPages {
  return eventPagesOf(built, { event: eventPlan, ...(override && { override }) });
}

function phaseIn(pages: EventPages, now: string): string | undefined {
  const html = pages.at(Date.parse(now)).pages.get("/")?.identity.body.toString() ?? "";
  return /data-phase="(\w+)"/.exec(html)?.[1];
}

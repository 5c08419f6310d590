import { expect, test } from "vitest";
import type { Override } from "#event/override.ts";
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

test("the days that are left change at midnight of the event's time zone", () => {
  const pages = eventPages();
  expect(textAt(pages, "2026-11-09T23:59:59-03:00")).toContain("2");
  expect(textAt(pages, "2026-11-09T23:59:59-03:00")).not.toBe(
    textAt(pages, "2026-11-10T00:00:00-03:00"),
  );
});

test("the pages of one phase keep their bytes until something changes", () => {
  const pages = eventPages();
  const first = pages.at(Date.parse("2026-11-11T20:00:00-03:00")).pages;
  expect(pages.at(Date.parse("2026-11-11T21:59:59-03:00")).pages).toBe(first);
  expect(pages.at(Date.parse("2026-11-11T22:00:00-03:00")).pages).not.toBe(first);
});

test("the operator's choice is in the next answer, and taken back as fast", () => {
  let chosen: Override | undefined;
  const pages = eventPages(() => chosen);
  const now = "2026-11-11T20:10:00-03:00";
  expect(phaseIn(pages, now)).toBe("live");
  chosen = { ...nothingChosen, phase: { name: "waiting", since: Date.parse(now) } };
  expect(phaseIn(pages, now)).toBe("waiting");
  chosen = { ...nothingChosen, sequence: 2 };
  expect(phaseIn(pages, now)).toBe("live");
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

test("pages that are neither present nor coming are forgotten", () => {
  const pages = eventPages();
  const may = Date.parse("2026-05-01T12:00:00-03:00");
  const first = pages.at(may).pages;
  pages.at(Date.parse("2026-11-11T20:00:00-03:00"));
  expect(pages.at(may).pages).not.toBe(first);
});

test("a choice during the compression has its pages at once, then compressed", async () => {
  let chosen: Override | undefined;
  const pages = eventPages(() => chosen);
  const now = Date.parse("2026-11-11T20:10:00-03:00");
  const started = pages.start(now);
  chosen = { ...nothingChosen, phase: { name: "over", since: now } };
  const { pages: present } = pages.at(now);
  expect(textOf(present)).toContain('data-phase="over"');
  await started;
  await expect.poll(() => present.get("/")?.br).toBeDefined();
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
  return /data-phase="(\w+)"/.exec(textAt(pages, now))?.[1];
}

function textAt(pages: EventPages, now: string): string {
  return textOf(pages.at(Date.parse(now)).pages);
}

function textOf(pages: StaticPages): string {
  return pages.get("/")?.identity.body.toString() ?? "";
}

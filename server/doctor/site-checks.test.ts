import { expect, test } from "vitest";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { builtSite } from "#tests/support/built/built-site.ts";
import {
  frozenLaunch as launch,
  frozenLinks as links,
  realLinks,
} from "#tests/support/frozen-content.ts";
import {
  type Check,
  type Content,
  contentChecks,
  pageChecks,
  runChecks,
  type TitledFinding,
} from "./site-checks.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const dayMs = 24 * 60 * 60_000;
const end = start + launch.event.durationMinutes * 60_000;
const pinned: EventPlan = { ...launch.event, year: 2026 };
const next: EventPlan = { ...launch.event, year: "next" };
const url = "https://example.com";

test.each([
  ["180 days before", pinned, start - 180 * dayMs, "ok"],
  ["181 days before", pinned, start - 181 * dayMs, "warn"],
  ["just before the end", pinned, end - 1, "ok"],
  ["at the end", pinned, end, "ok"],
  ["a week after the end", pinned, end + 7 * dayMs, "fail"],
  ["at the end", next, end, "ok"],
  ["a week after the end", next, end + 7 * dayMs, "warn"],
] as const)("%s, the date of %o is as the level says", async (_, event, now, level) => {
  expect(await levels(ofEvent(event, now))).toContain(`${level} evento`);
});

test("the next year is a warning until the year is pinned", async () => {
  expect(await levels(ofEvent(next, start - dayMs))).toContain("warn ano");
  expect(await levels(ofEvent(pinned, start - dayMs))).toContain("ok ano");
});

test("a phase by hand is a warning that says since when and until when", async () => {
  const stored = chosen({ phase: { name: "waiting", since: start } });
  expect(await findings(contentChecks, ofEvent(pinned, start + 60_000, stored))).toContainEqual({
    level: "warn",
    title: "momento",
    canWait: false,
    text: "a página diz que a aula começa em alguns minutos. Escolhido à mão em 11/11/2026 20:00:00 (-03:00). Acaba sozinho em 12/11/2026 08:00:00 (-03:00).",
    todo: "Para voltar ao relógio: npm run leads -- phase auto",
  });
  expect(await levels(ofEvent(pinned, start + dayMs, stored))).toContain("ok momento");
});

test("a moved date is a warning with both dates, and it is announced", async () => {
  const content = ofEvent(pinned, start, chosen({ movedTo: start + dayMs }));
  expect((await texts(content))[1]).toContain("12/11/2026 20:00:00 (-03:00), amanhã.");
  expect(await findings(contentChecks, content)).toContainEqual({
    level: "warn",
    title: "data mudada",
    canWait: false,
    text: "A data foi mudada à mão para quinta-feira, 12/11/2026 20:00:00 (-03:00). Em content/launch.ts: quarta-feira, 11/11/2026 20:00:00 (-03:00).",
    todo: "Para voltar à data de content/launch.ts: npm run leads -- phase moved back",
  });
});

test("a wrong time zone fails by name, and the time of the event is left out", async () => {
  const event = { ...launch.event, timeZone: "Brasil/Brasília" };
  const wrong = contentOf({ launch: { ...launch, event } });
  expect((await texts(wrong))[0]).toMatch(
    /^content\/launch\.ts: "event\.timeZone" é "Brasil\/Brasília"/,
  );
  expect((await levels(wrong)).join()).not.toContain("evento");
});

test("a link that is still a sample is named, and real links are ok", async () => {
  expect(await levels(contentOf({ links: realLinks }))).toContain("ok exemplos");
  const sample = { ...realLinks, checkout: "https://exemplo.com.br/voucher" };
  expect(await levels(contentOf({ links: sample }))).toContain("evening exemplos");
  expect(await texts(contentOf({ links: sample }))).toContain(
    "Ainda são valores de exemplo em content/links.ts: checkout.",
  );
});

test("a site that was built for this address is ok", async () => {
  expect(await levelsOf(await builtSite(url))).toEqual(["ok página"]);
});

test("a site that is missing or has another address fails", async () => {
  expect(await levelsOf("/nowhere")).toEqual(["fail página"]);
  expect(await levelsOf(await builtSite("http://localhost:3000"))).toContain("fail página");
  expect(await levelsOf(await builtSite("https://example.com.br"))).toContain("fail página");
});

function contentOf(special: Partial<Content>): Content {
  return { launch, links, pictures: "/nowhere", now: start, stored: undefined, ...special };
}

function ofEvent(event: EventPlan, now: number, stored?: Stored): Content {
  return contentOf({ launch: { ...launch, event }, now, stored });
}

type Stored = Content["stored"];

function chosen(override: Partial<Override>): Stored {
  const none = { edition: 2026, phase: undefined, movedTo: undefined, sequence: 1, changedAt: 0 };
  return { override: { ...none, ...override } };
}

async function findings<Needs>(
  checks: (needs: Needs) => readonly Check<Needs>[],
  needs: Needs,
): Promise<TitledFinding[]> {
  const found: TitledFinding[] = [];
  for await (const finding of runChecks(checks(needs), needs)) found.push(finding);
  return found;
}

async function levels(content: Content): Promise<string[]> {
  return (await findings(contentChecks, content)).map(({ level, title }) => `${level} ${title}`);
}

async function texts(content: Content): Promise<string[]> {
  return (await findings(contentChecks, content)).map(({ text }) => text);
}

function ofPage(site: string): Promise<TitledFinding[]> {
  return findings(() => pageChecks, { site, siteUrl: url });
}

async function levelsOf(site: string): Promise<string[]> {
  return (await ofPage(site)).map(({ level, title }) => `${level} ${title}`);
}

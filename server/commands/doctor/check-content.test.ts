import { expect, test } from "vitest";
import { type Content, checkContent, wholeContent } from "./check-content.ts";

const { launch, links } = wholeContent;
const eventAt = Date.parse("2026-11-11T20:00:00-03:00");
const dayMs = 24 * 60 * 60_000;
const durationMs = launch.event.durationMinutes * 60_000;

test.each([
  [eventAt - 180 * dayMs, 2026, "ok"],
  [eventAt - 181 * dayMs, 2026, "warn"],
  [eventAt + durationMs - 1, 2026, "ok"],
  [eventAt + durationMs, 2026, "fail"],
  [eventAt + durationMs - 1, "next", "ok"],
  [eventAt + durationMs, "next", "warn"],
] as const)("at %i the event of %s is %s", (now, year, level) => {
  const event = { ...launch.event, year };
  expect(check({ launch: { ...launch, event } }, now)).toContain(`${level} event`);
});

test("a link that is still a sample fails by name, and real links are ok", () => {
  const real = {
    ...links,
    checkout: "https://pay.example.com",
    group: "https://chat.example.com",
    supportPhone: "5511987654321",
    supportEmail: "a@example.com",
    company: { name: "Real", cnpj: "11.222.333/0001-81" },
    videos: { one: "dQw4w9WgXcQ" },
  };
  expect(check({ links: real })).toContain("ok samples");
  const found = findings({ links: { ...real, checkout: "https://exemplo.com.br/voucher" } });
  expect(found).toContainEqual(
    expect.objectContaining({ level: "fail", text: "Still samples in content/links.ts: checkout" }),
  );
});

test("a form in the page that stores nothing is a warning", () => {
  const checkWith = (inPageFormSends: boolean) => check({ launch: { ...launch, inPageFormSends } });
  expect(checkWith(false)).toContain("warn form in the page");
  expect(checkWith(true)).toContain("ok form in the page");
});

test("the two contradictions of the specification are warnings that name both promises", () => {
  const warnings = findings({}).filter(
    ({ subject, level }) => subject === "offer" && level === "warn",
  );
  expect(warnings.map(({ text }) => text)).toEqual([
    "The page promises a guarantee of 7 days, and of 15 days in the summary of the offer.",
    "The page promises access for life, and for 5 years in the summary of the offer.",
  ]);
});

test.each([
  ["guaranteeDays", { guaranteeDays: { page: 15, summary: 15 } }, "15 days"],
  ["access for life", { access: { page: "lifetime", summary: "lifetime" } }, "for life"],
  ["access for some years", { access: { page: 5, summary: 5 } }, "for 5 years"],
] as const)("%s that is the same in both places is ok", (_, offer, promised) => {
  const found = findings({ launch: { ...launch, ...offer } });
  const ok = found.filter(({ subject, level }) => subject === "offer" && level === "ok");
  expect(ok.map(({ text }) => text)).toEqual([expect.stringContaining(promised)]);
});

test("a folder with the owner's pictures is ok, and a missing one is a warning", () => {
  expect(check({}, eventAt, "content")).toContain("ok pictures");
  expect(check({}, eventAt, "/nowhere")).toContain("warn pictures");
});

function check(content: Partial<Content>, now = eventAt, pictures = "/nowhere"): string[] {
  return findings(content, now, pictures).map(({ level, subject }) => `${level} ${subject}`);
}

function findings(content: Partial<Content>, now = eventAt, pictures = "/nowhere") {
  return checkContent(
    { ...wholeContent, ...content },
    { clock: () => now, folders: { site: "", pictures } },
  );
}

import { expect, test } from "vitest";
import { frozenLaunch as launch, frozenLinks as links } from "#tests/support/frozen-content.ts";
import { type Content, checkContent } from "./check-content.ts";

const eventAt = Date.parse("2026-11-11T20:00:00-03:00");

test("a wrong time zone fails by name, and the time of the event is left out", () => {
  const event = { ...launch.event, timeZone: "Brasil/Brasília" };
  const found = findings({ launch: { ...launch, event } });
  expect(found[0]).toMatchObject({
    level: "fail",
    text: expect.stringMatching(/^content\/launch\.ts: "event\.timeZone" é "Brasil\/Brasília"/),
  });
  expect(found.map(({ subject }) => subject)).not.toContain("evento");
});

test.each([
  ["doorsMinutes", { doorsMinutes: 1_441 }],
  ["durationMinutes", { durationMinutes: 0 }],
  ["day", { day: 31 }],
  ["replay", { replay: { address: "https://video.example/x", days: 8 } }],
] as const)("a wrong value of %s fails by name", (name, wrong) => {
  const event = { ...launch.event, ...wrong };
  expect(findings({ launch: { ...launch, event } })[0]).toMatchObject({
    level: "fail",
    text: expect.stringContaining(`"event.${name}"`),
  });
});

test("a link that is still a sample fails by name, and real links are ok", () => {
  const real = {
    ...links,
    checkout: "https://pay.example.com",
    live: "https://class.example.com",
    group: "https://chat.example.com",
    supportPhone: "5511987654321",
    supportEmail: "a@example.com",
    company: { name: "Real", cnpj: "11.222.333/0001-81" },
    videos: { one: "dQw4w9WgXcQ" },
  };
  expect(check({ links: real })).toContain("ok exemplos");
  const found = findings({ links: { ...real, checkout: "https://exemplo.com.br/voucher" } });
  expect(found).toContainEqual(
    expect.objectContaining({
      level: "fail",
      text: "Ainda são valores de exemplo em content/links.ts: checkout.",
    }),
  );
});

test("a checkout without https fails: it does not count as a real one", () => {
  const found = findings({ links: { ...links, checkout: "http://pay.example.com" } });
  expect(found).toContainEqual(
    expect.objectContaining({
      level: "fail",
      text: expect.stringMatching(/^content\/links\.ts: "checkout" é "http:.*https:/),
    }),
  );
  expect(check({})).toContain("ok erros");
});

test("a form in the page that stores nothing is a warning", () => {
  const checkWith = (inPageFormSends: boolean) => check({ launch: { ...launch, inPageFormSends } });
  expect(checkWith(false)).toContain("warn formulário da página");
  expect(checkWith(true)).toContain("ok formulário da página");
});

test("the two contradictions of the specification are warnings that name both promises", () => {
  const warnings = findings({}).filter(
    ({ subject, level }) => subject === "oferta" && level === "warn",
  );
  expect(warnings.map(({ text }) => text)).toEqual([
    "A página promete 7 dias de garantia e, no resumo da oferta, 15 dias.",
    "A página promete acesso vitalício e, no resumo da oferta, de 5 anos.",
  ]);
});

test.each([
  ["guaranteeDays", { guaranteeDays: { page: 15, summary: 15 } }, "15 dias"],
  ["access for life", { access: { page: "lifetime", summary: "lifetime" } }, "vitalício"],
  ["access for some years", { access: { page: 5, summary: 5 } }, "de 5 anos"],
] as const)("%s that is the same in both places is ok", (_, offer, promised) => {
  const found = findings({ launch: { ...launch, ...offer } });
  const ok = found.filter(({ subject, level }) => subject === "oferta" && level === "ok");
  expect(ok.map(({ text }) => text)).toEqual([expect.stringContaining(promised)]);
});

test("a folder with the owner's pictures is ok, and a missing one is a warning", () => {
  expect(check({}, eventAt, "content")).toContain("ok imagens");
  expect(check({}, eventAt, "/nowhere")).toContain("warn imagens");
});

function check(content: Partial<Content>, now = eventAt, pictures = "/nowhere"): string[] {
  return findings(content, now, pictures).map(({ level, subject }) => `${level} ${subject}`);
}

function findings(content: Partial<Content>, now = eventAt, pictures = "/nowhere") {
  return checkContent(
    { launch, links, ...content },
    { clock: () => now, folders: { site: "", pictures } },
  );
}

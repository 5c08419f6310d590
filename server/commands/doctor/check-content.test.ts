import { expect, test } from "vitest";
import { frozenLaunch as launch, frozenLinks as links } from "#tests/support/frozen-content.ts";
import { type Content, checkContent } from "./check-content.ts";

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
  expect(check({ launch: { ...launch, event } }, now)).toContain(`${level} evento`);
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
  expect(check({ links: real })).toContain("ok exemplos");
  const found = findings({ links: { ...real, checkout: "https://exemplo.com.br/voucher" } });
  expect(found).toContainEqual(
    expect.objectContaining({
      level: "fail",
      text: "Ainda são valores de exemplo em content/links.ts: checkout.",
    }),
  );
});

test("the event is written with its weekday, its hour and its zone, and with the days until then", () => {
  const texts = findings({}, eventAt - 12 * dayMs).map(({ text }) => text);
  expect(texts).toContainEqual(
    expect.stringContaining(
      "quarta-feira, 11 de novembro de 2026, às 20h (horário de Brasília), daqui a 12 dias",
    ),
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

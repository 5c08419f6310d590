import { expect, test } from "vitest";
import { settingsOf } from "#tests/support/app/app.ts";
import { frozenLaunch as launch, realLinks as links } from "#tests/support/frozen-content.ts";
import { address, contentFacts, ownPictures, published } from "./facts.ts";

const url = "https://example.com";

test.each([
  { SITE_URL: "", levels: ["trouble"] },
  { SITE_URL: "http://127.0.0.1:80", levels: ["trouble"] },
  { SITE_URL: "http://example.com", levels: ["notice"] },
  { SITE_URL: url, levels: ["fine", "trouble"] },
  { SITE_URL: url, TRUSTED_PROXIES: "1", levels: ["fine"] },
])("an address that visitors cannot use is told: %o", ({ levels, ...settings }) => {
  expect(address(settingsOf(settings)).map(({ level }) => level)).toEqual(levels);
});

test("a link that is still a sample is named, and due by the evening", () => {
  const checkout = "https://exemplo.com.br/voucher";
  expect(contentFacts({ launch, links })[0]).toMatchObject({ level: "fine" });
  expect(contentFacts({ launch, links: { ...links, checkout } })[0]).toMatchObject({
    level: "notice",
    due: "evening",
    value: "Ainda são valores de exemplo em content/links.ts ou room.ts: checkout.",
  });
});

test("two promises of the offer that differ are named, and never due", () => {
  const offer = contentFacts({ launch, links }).filter(({ name }) => name === "Oferta");
  expect(offer.map(({ value }) => value)).toEqual([
    "A página promete garantia: 7 dias; e, no resumo da oferta: 15 dias.",
    "A página promete acesso: vitalício; e, no resumo da oferta: de 5 anos.",
  ]);
  for (const fact of offer) {
    expect(fact).toMatchObject({ level: "notice", canWait: true });
    expect(fact).not.toHaveProperty("due");
  }
});

test("a form of the page that stores nothing is named, and never due", () => {
  const [, form] = contentFacts({ launch, links });
  expect(form).toMatchObject({ name: "Formulário da página", level: "notice", canWait: true });
  expect(form).not.toHaveProperty("due");
  const sends = { ...launch, inPageFormSends: true };
  expect(contentFacts({ launch: sends, links })[1]).toMatchObject({ level: "fine" });
});

test.each([
  [{ guaranteeDays: { page: 15, summary: 15 } }, "garantia de um jeito só: 15 dias."],
  [{ access: { page: "lifetime", summary: "lifetime" } }, "acesso de um jeito só: vitalício."],
  [{ access: { page: 1, summary: 1 } }, "acesso de um jeito só: de 1 ano."],
] as const)("%o, the same in both places, is fine", (changed, promised) => {
  const facts = contentFacts({ launch: { ...launch, ...changed }, links });
  expect(facts).toContainEqual(
    expect.objectContaining({ level: "fine", value: `A página promete ${promised}` }),
  );
});

test("a lack of pictures of the owner is named, and never due", () => {
  const lacking = ownPictures("/nowhere");
  expect(lacking).toMatchObject({ name: "Imagens", level: "notice", canWait: true });
  expect(lacking).not.toHaveProperty("due");
  expect(ownPictures("content")).toMatchObject({ level: "fine" });
});

test("a page that is missing is trouble", async () => {
  expect(await published("/nowhere")).toMatchObject({ level: "trouble" });
  expect(await published("dist")).toMatchObject({ level: "fine" });
});

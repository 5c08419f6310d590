import { expect, test } from "vitest";
import type { FakeZone } from "#tests/support/machine/fake-dns.ts";
import {
  domain,
  findingsAbout,
  fine,
  first,
  second,
} from "#tests/support/operator/email-domain.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

const dmarc = "_dmarc.example.com";
const [spfFine, dmarcFine] = [
  "ok SPF: example.com tem um SPF.",
  `ok DMARC: ${dmarc} tem um DMARC.`,
];
const keyFine = ({ name }: { name: string }) => `ok DKIM: ${name} tem uma chave.`;

/** What doctor says of a domain where only this differs from a fine one; a line is told by its beginning and its end. */
test.each<[string, FakeZone, string[]]>([
  ["all", fine, [spfFine, keyFine(first), keyFine(second), dmarcFine]],
  [
    "nothing but its name",
    { [domain]: {} },
    [
      "ok SPF: Não há SPF … (Mailserver Domain).",
      `fail DKIM: ${first.name} não existe: … do tipo CNAME, com o valor ${first.target}. Se …`,
      `fail DKIM: ${second.name} não existe: … do tipo CNAME, com o valor ${second.target}. Se …`,
      `fail DMARC: ${dmarc} não existe: … com o nome ${dmarc} … v=DMARC1; p=none. Se …`,
    ],
  ],
  ["no name", {}, ["fail domínio do e-mail: example.com não existe no DNS: … alcança a internet."]],
  ["no DNS", { "*": "silence" }, ["warn domínio do e-mail: … (ETIMEOUT). → Isso não diz …"]],
  ["a failing DNS", { "*": "servfail" }, ["warn domínio do e-mail: … (ESERVFAIL). → Isso não …"]],
  [
    "names without an answer",
    { ...fine, [first.name]: "servfail", [dmarc]: "servfail" },
    [
      spfFine,
      `warn DKIM: Não foi possível consultar ${first.name} agora (ESERVFAIL). → …`,
      keyFine(second),
      `warn DMARC: Não foi possível consultar ${dmarc} agora (ESERVFAIL). → …`,
    ],
  ],
])("of a domain with %s doctor says what to do", async (_, zone, expected) => {
  const found = await findingsAbout(zone);
  expect(found).toEqual(expected.map((line) => expect.stringMatching(patternOf(line))));
});

function patternOf(line: string): RegExp {
  const parts = line.split("…").map((part) => part.replaceAll(/[.()?+*]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

test.each([
  [["v=spf1"], "ok"],
  [["V=SPF1 mx -all"], "ok"],
  [["v=spf1 include:all.example.net ?all"], "ok"],
  [["v=spf10 +all", "v=spf1-old"], "ok"],
  [["v=spf1 mx +all"], "fail"],
  [["v=spf1 all"], "fail"],
  [["v=spf1 +ALL exp=why.example.com"], "fail"],
  [["v=spf1 mx ~all", "other", ["v=spf1 ", "a ~all"]], "fail"],
])("doctor's level for the SPF %j is %s", async (txt, level) => {
  const [spf] = await findingsAbout({ ...fine, [domain]: { txt } });
  expect(spf).toMatch(new RegExp(`^${level} SPF: `));
});

test.each<[string, FakeZone, string]>([
  [
    "behind several CNAME records, in several parts",
    {
      [first.name]: { cname: "keys.example.net" },
      "keys.example.net": { cname: first.target },
      [first.target]: { txt: [["v=DKIM1; k=rsa; ", "p=", "MIIBIj"]] },
    },
    "tem uma chave",
  ],
  ["without a CNAME record", { [first.name]: { txt: ["v=DKIM1; p=MIIBIj"] } }, "tem uma chave"],
  ["that is revoked", { [first.target]: { txt: ["v=DKIM1; p="] } }, "não há uma chave que valha"],
  ["that is not there", { [first.target]: {} }, "não há uma chave que valha"],
  [
    "that is another text",
    { [first.name]: { txt: ["v=DMARC1; p=none"] } },
    "não há uma chave que valha",
  ],
  [
    "whose CNAME record is in capitals",
    { [first.name]: { cname: "DKIM.acdkim1.ACEMS1.com" }, [first.target]: {} },
    "não há uma chave que valha",
  ],
  [
    "whose CNAME record leads elsewhere",
    { [first.name]: { cname: `${first.target}.example.com` } },
    `aponta para ${first.target}.example.com, que não é do ActiveCampaign`,
  ],
])("of a key %s doctor says what it is", async (_, zone, text) => {
  const [, one] = await findingsAbout({ ...fine, ...zone });
  expect(one).toMatch(text === "tem uma chave" ? /^ok DKIM/ : /^fail DKIM/);
  expect(one).toContain(text);
});

test.each([
  [["v=DMARC1; p=none"], "ok"],
  [["v=DMARC1;p=reject;rua=mailto:dmarc@example.com"], "ok"],
  [["v = DMARC1 ; sp=none; P=Quarantine"], "ok"],
  [["v=spf1 -all", "v=DMARC1; p=none"], "ok"],
  [["v=spf1 -all"], "não existe"],
  [["v=DMARC1"], "não vale"],
  [["v=DMARC1; rua=mailto:dmarc@example.com"], "não vale"],
  [["v=DMARC1 p=none"], "não vale"],
  [["v=dmarc1; p=none"], "não vale"],
  [["v=DMARC1; p=all"], "não vale"],
  [["v=DMARC1; sp=reject"], "não vale"],
  [['"v=DMARC1; p=none"'], "não vale"],
  [["v=DMARC1; p=none", ["v=DMARC1; ", "p=reject"]], "só pode ter um"],
])("of the DMARC %j doctor says %s", async (txt, text) => {
  const last = (await findingsAbout({ ...fine, [domain]: {}, [dmarc]: { txt } })).at(-1);
  expect(last).toMatch(text === "ok" ? /^ok DMARC: / : new RegExp(`^fail DMARC: .*${text}`));
});

test("a domain below another one has its DMARC, unless it has its own", async () => {
  const zone = { "mail.example.com": {}, [dmarc]: { txt: ["v=DMARC1; p=none"] } };
  expect((await findingsAbout(zone, "mail.example.com")).at(-1)).toBe(dmarcFine);
  const own = { "_dmarc.mail.example.com": { txt: ["v=DMARC1"] } };
  const found = await findingsAbout({ ...zone, ...own }, "mail.example.com");
  expect(found.at(-1)).toMatch(/^fail DMARC: _dmarc\.mail\.example\.com /);
  const without = await findingsAbout({ "mail.example.com.br": {} }, "mail.example.com.br");
  expect(without.at(-1)).toContain("com o nome _dmarc.mail.example.com.br um só registro");
});

test("a domain with accents is looked up in ASCII", async () => {
  const found = await findingsAbout({ "xn--aa-4iaz.com.br": {} }, "Açaí.com.br");
  expect(found[0]).toContain("Não há SPF em xn--aa-4iaz.com.br,");
});

test.each([
  "https://example.com",
  "contato@example.com",
  "example.com/",
  "example.com:25",
  "example",
  "192.0.2.1",
  "example..com",
  `${"a".repeat(64)}.com`,
])("EMAIL_DOMAIN=%s is a mistake in the settings", (EMAIL_DOMAIN) => {
  const read = settingsOf({ kind: "sqlite", folder: "none" }, { EMAIL_DOMAIN });
  expect(read).toMatchObject({ kind: "mistakes", mistakes: [expect.stringMatching(/^EMAIL_DOM/)] });
});

test("without EMAIL_DOMAIN there is a hint, if ActiveCampaign is configured", async () => {
  const subjects = /^.*(domínio do e-mail|SPF|DKIM|DMARC): .*$/gm;
  const without = await createOperator();
  expect((await without.run(["doctor"])).out.match(subjects)).toBeNull();
  const { run } = await createOperatorWithActiveCampaign();
  expect((await run(["doctor", "--all"])).out.match(subjects)).toEqual([
    expect.stringMatching(/^aviso {2}domínio do e-mail: EMAIL_DOMAIN está vazio: /),
  ]);
});

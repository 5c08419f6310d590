import { expect, test } from "vitest";
import { emailDomain as phrases } from "#phrases/doctor/email-domain.ts";
import { settings } from "#phrases/settings.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import {
  domain,
  findingsAbout,
  fine,
  first,
  linesAboutDomain,
  second,
} from "#tests/support/operator/email-domain.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

test("a domain that does not exist fails in one line", async () => {
  expect(await findingsAbout({})).toEqual([
    `falha domínio do e-mail: ${phrases.noDomain(domain)} → ${phrases.correctDomain}`,
  ]);
});

test.each([
  ["silence", "ETIMEOUT"],
  ["servfail", "ESERVFAIL"],
] as const)(
  "with a DNS of %s doctor notes in one line that it could not look",
  async (how, code) => {
    expect(await findingsAbout({ "*": how })).toEqual([
      `aviso domínio do e-mail: ${phrases.unknown(domain, code)} → ${phrases.again}`,
    ]);
  },
);

test("a single name without an answer is a note, and the others are checked", async () => {
  const found = await findingsAbout({
    ...fine,
    [first.name]: "servfail",
    "_dmarc.example.com": "servfail",
  });
  expect(found).toEqual([
    `ok SPF: ${phrases.spf.one(domain)}`,
    `aviso DKIM: ${phrases.unknown(first.name, "ESERVFAIL")} → ${phrases.again}`,
    `ok DKIM: ${phrases.dkim.fine(second.name)}`,
    `aviso DMARC: ${phrases.unknown("_dmarc.example.com", "ESERVFAIL")} → ${phrases.again}`,
  ]);
});

test("a domain with accents is looked up in ASCII", async () => {
  const found = await findingsAbout({ "xn--aa-4iaz.com.br": {} }, "Açaí.com.br");
  expect(found[0]).toBe(`ok SPF: ${phrases.spf.none("xn--aa-4iaz.com.br")}`);
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
])(
  "EMAIL_DOMAIN=%s is a mistake in the settings, which doctor tells how to correct",
  async (wrong) => {
    const { run, store } = await createOperator();
    const readConfig = () => settingsOf(store, { EMAIL_DOMAIN: wrong });
    const { out } = await run(["doctor"], { readConfig });
    expect(out).toContain(`falha  configurações: ${settings.emailDomain}\n`);
    expect(linesAboutDomain(out)).toEqual([]);
  },
);

test("without EMAIL_DOMAIN doctor gives one hint, and only when ActiveCampaign is configured", async () => {
  const without = await createOperator();
  expect(linesAboutDomain((await without.run(["doctor"])).out)).toEqual([]);
  const { run } = await createOperatorWithActiveCampaign();
  const { out } = await run(["doctor"]);
  expect(linesAboutDomain(out)).toEqual([
    `aviso domínio do e-mail: ${phrases.notSet} → ${phrases.set}`,
  ]);
  expect(subjectsAt("fail", out)).not.toContain("domínio do e-mail");
});

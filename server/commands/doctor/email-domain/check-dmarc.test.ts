import { expect, test } from "vitest";
import { emailDomain } from "#phrases/doctor/email-domain.ts";
import { domain, findingsAbout, fine } from "#tests/support/operator/email-domain.ts";

const { dmarc: phrases } = emailDomain;
const name = "_dmarc.example.com";

test.each([
  "v=DMARC1; p=none",
  "v=DMARC1;p=reject;rua=mailto:dmarc@example.com",
  "v = DMARC1 ; sp=none; P=Quarantine",
])("doctor has no complaint about the DMARC %j", async (record) => {
  expect(await dmarcOf([record])).toBe(`ok DMARC: ${phrases.fine(name)}`);
});

test.each([
  "v=DMARC1",
  "v=DMARC1; rua=mailto:dmarc@example.com",
  "v=DMARC1 p=none",
  "v=dmarc1; p=none",
  "v=DMARC1; p=all",
  "v=DMARC1; sp=reject",
  '"v=DMARC1; p=none"',
])("the DMARC %j fails, and doctor shows it and tells what to write", async (record) => {
  expect(await dmarcOf([record])).toBe(
    `falha DMARC: ${phrases.unreadable(name, record)} → ${phrases.write(name)}`,
  );
});

test("two DMARC records fail, because none of them counts", async () => {
  expect(await dmarcOf(["v=DMARC1; p=none", ["v=DMARC1; ", "p=reject"]])).toBe(
    `falha DMARC: ${phrases.several(name, 2)} → ${phrases.keepOne(name)}`,
  );
});

test("other texts at the name of the DMARC do not count", async () => {
  expect(await dmarcOf(["v=spf1 -all", "v=DMARC1; p=none"])).toMatch(/^ok /);
  expect(await dmarcOf(["v=spf1 -all"])).toMatch(/^falha .* não existe/);
});

test("a domain below another one has the DMARC of that one, unless it has its own", async () => {
  const zone = { "mail.example.com": {}, [name]: { txt: ["v=DMARC1; p=none"] } };
  const above = await findingsAbout(zone, "mail.example.com");
  expect(above.at(-1)).toBe(`ok DMARC: ${phrases.fine(name)}`);
  const own = { "_dmarc.mail.example.com": { txt: ["v=DMARC1"] } };
  const found = await findingsAbout({ ...zone, ...own }, "mail.example.com");
  expect(found.at(-1)).toMatch(/^falha DMARC: _dmarc\.mail\.example\.com /);
});

test("without a DMARC anywhere doctor tells the name of the domain itself", async () => {
  const found = await findingsAbout({ "mail.example.com.br": {} }, "mail.example.com.br");
  expect(found.at(-1)).toContain(phrases.write("_dmarc.mail.example.com.br"));
});

async function dmarcOf(txt: (string | string[])[]): Promise<string | undefined> {
  return (await findingsAbout({ ...fine, [domain]: {}, [name]: { txt } })).at(-1);
}

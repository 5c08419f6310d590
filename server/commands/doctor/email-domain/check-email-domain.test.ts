import { expect, test } from "vitest";
import { emailDomain as phrases } from "#phrases/doctor/email-domain.ts";
import type { FakeZone } from "#tests/support/machine/fake-dns.ts";
import {
  doctorAbout,
  domain,
  findingsAbout,
  fine,
  first,
  key,
  second,
} from "#tests/support/operator/email-domain.ts";

test("doctor has no complaint about a domain with an SPF, both keys and a DMARC", async () => {
  expect(await doctorAbout(fine)).toEqual([
    "ok SPF: example.com tem um SPF.",
    `ok DKIM: ${phrases.dkim.fine(first.name)}`,
    `ok DKIM: ${phrases.dkim.fine(second.name)}`,
    `ok DMARC: ${phrases.dmarc.fine("_dmarc.example.com")}`,
  ]);
});

test("a domain with nothing but its name needs both keys and a DMARC, and no SPF", async () => {
  expect(await findingsAbout({ [domain]: {} })).toEqual([
    `ok SPF: ${phrases.spf.none(domain)}`,
    `falha DKIM: ${phrases.dkim.missing(first.name)} → ${phrases.dkim.write(first.name, first.target)}`,
    `falha DKIM: ${phrases.dkim.missing(second.name)} → ${phrases.dkim.write(second.name, second.target)}`,
    `falha DMARC: ${phrases.dmarc.missing("_dmarc.example.com")} → ${phrases.dmarc.write("_dmarc.example.com")}`,
  ]);
});

test.each([
  ["v=spf1", "ok"],
  ["V=SPF1 mx -all", "ok"],
  ["v=spf1 include:all.example.net ?all", "ok"],
  ["v=spf1 mx +all", "falha"],
  ["v=spf1 all", "falha"],
  ["v=spf1 +ALL exp=why.example.com", "falha"],
])("doctor's level for the SPF %j is %s", async (record, level) => {
  const [spf] = await findingsAbout({ ...fine, [domain]: { txt: [record] } });
  expect(spf).toMatch(new RegExp(`^${level} SPF: `));
});

test("two SPF records fail, because none of them counts", async () => {
  const txt = ["v=spf1 mx ~all", "other", ["v=spf1 ", "a ~all"]];
  const [spf] = await findingsAbout({ ...fine, [domain]: { txt } });
  expect(spf).toBe(`falha SPF: ${phrases.spf.several(domain, 2)} → ${phrases.spf.join}`);
});

test("a record that only begins like an SPF is none", async () => {
  const [spf] = await findingsAbout({ ...fine, [domain]: { txt: ["v=spf10 +all", "v=spf1-old"] } });
  expect(spf).toBe(`ok SPF: ${phrases.spf.none(domain)}`);
});

test("a key is found behind several CNAME records, and in several parts", async () => {
  const zone: FakeZone = {
    ...fine,
    [first.name]: { cname: "keys.example.net" },
    "keys.example.net": { cname: first.target },
    [first.target]: { txt: [["v=DKIM1; k=rsa; ", "p=", "MIIBIj"]] },
    [second.name]: { txt: ["v=DKIM1; p=MIIBIj"] },
  };
  const [, one, other] = await findingsAbout(zone);
  expect(one).toBe(`ok DKIM: ${phrases.dkim.fine(first.name)}`);
  expect(other).toBe(`ok DKIM: ${phrases.dkim.fine(second.name)}`);
});

test("a key whose CNAME leads elsewhere fails, and doctor tells where it leads and should lead", async () => {
  const twice = `${second.target}.example.com`;
  const [, one, other] = await findingsAbout({ ...fine, [second.name]: { cname: twice } });
  expect(one).toMatch(/^ok DKIM: /);
  expect(other).toBe(
    `falha DKIM: ${phrases.dkim.elsewhere(second.name, twice)} → ${phrases.dkim.correct(second.name, second.target)}`,
  );
});

test.each<[string, FakeZone]>([
  ["a revoked key", { [first.target]: { txt: ["v=DKIM1; p="] } }],
  ["a CNAME record to a key that is not there", { [first.target]: {} }],
  ["another text in place of a key", { [first.name]: { txt: ["v=DMARC1; p=none"] } }],
])("%s fails", async (_, wrong) => {
  const [, one] = await findingsAbout({ ...fine, ...wrong });
  expect(one).toBe(`falha DKIM: ${phrases.dkim.noKey(first.name)} → ${phrases.dkim.update}`);
});

test("a domain with only the key of older accounts gets one warning", async () => {
  const old = "dk._domainkey.example.com";
  const found = await findingsAbout({ [domain]: {}, [old]: key });
  expect(found.filter((line) => line.includes("DKIM"))).toEqual([
    `aviso DKIM: ${phrases.dkim.old(old)} → ${phrases.dkim.update}`,
  ]);
});

test("a CNAME record in capitals leads to ActiveCampaign too", async () => {
  const zone = { ...fine, [first.name]: { cname: "DKIM.acdkim1.ACEMS1.com" }, [first.target]: {} };
  expect((await findingsAbout(zone))[1]).toContain(phrases.dkim.noKey(first.name));
});

import { askSender, senderChecks } from "#server/doctor/account-checks.ts";
import { runChecks } from "#server/doctor/site-checks.ts";
import { type FakeName, type FakeZone, startFakeDns } from "#tests/support/machine/fake-dns.ts";
import { settingsOf } from "./operator.ts";

export const domain = "example.com";

/** The names of ActiveCampaign's two keys, and where each one leads. */
export const first = {
  name: "acdkim1._domainkey.example.com",
  target: "dkim.acdkim1.acems1.com",
} as const;
export const second = {
  name: "acdkim2._domainkey.example.com",
  target: "dkim.acdkim2.acems1.com",
} as const;
const key: FakeName = { txt: ["v=DKIM1; k=rsa; p=MIIBIjANBg"] };

/** A domain for which nothing is left to do. */
export const fine: FakeZone = {
  [domain]: { txt: ["google-site-verification=1", "v=spf1 include:_spf.example.net ~all"] },
  [first.name]: { cname: first.target },
  [second.name]: { cname: second.target },
  [first.target]: key,
  [second.target]: key,
  "_dmarc.example.com": { txt: ["v=DMARC1; p=none"] },
};

/** What doctor finds with EMAIL_DOMAIN and this DNS: its lines about the domain, each with its advice. */
export async function findingsAbout(zone: FakeZone, setting: string = domain): Promise<string[]> {
  const { createDns } = await startFakeDns(zone);
  const read = settingsOf({ kind: "sqlite", folder: "none" }, { EMAIL_DOMAIN: setting });
  if (read.kind !== "config") throw new Error(JSON.stringify(read));
  const lines: string[] = [];
  const sender = await askSender({ createDns }, read.config);
  if (sender === undefined) return lines;
  for await (const finding of runChecks(senderChecks, sender)) {
    const advice = finding.level === "ok" ? "" : ` → ${finding.todo}`;
    lines.push(`${finding.level} ${finding.title}: ${finding.text}${advice}`);
  }
  return lines;
}

import { emailDomain } from "#phrases/doctor/email-domain.ts";
import { type DoctorFinding, findingsOn } from "#server/commands/doctor/finding.ts";
import { type Dns, lookUpTxt } from "./look-up.ts";

const { dmarc: phrases, subjects, unknown, again } = emailDomain;
const { ok, warn, fail } = findingsOn(subjects.dmarc);

/**
 * Gmail and Yahoo ask for a DMARC record from senders of many e-mails since February 2024; `p=none` is enough.
 * https://support.google.com/a/answer/81126
 */
export async function checkDmarc(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const own = `_dmarc.${domain}`;
  // A domain without a record has that of the domain above it: RFC 7489, section 6.6.3.
  for (const name of domainsFrom(domain).map((each) => `_dmarc.${each}`)) {
    const found = await lookUpTxt(dns, name);
    if (found.kind === "unknown") return [warn(unknown(name, found.code), again)];
    const finding = found.kind === "found" ? findingIn(name, found.texts) : undefined;
    if (finding !== undefined) return [finding];
  }
  return [fail(phrases.missing(own), phrases.write(own))];
}

/** The domain and the domains above it: `mail.example.com`, `example.com`. */
function domainsFrom(domain: string): string[] {
  const names = domain.split(".");
  return names.slice(0, -1).map((_, index) => names.slice(index).join("."));
}

/** Returns undefined if none of the texts is meant as a DMARC record: a domain may answer every name with some text. */
function findingIn(name: string, texts: readonly string[]): DoctorFinding | undefined {
  const records = texts.filter((text) => /^\s*"?\s*v\s*=\s*dmarc/i.test(text));
  const [record, another] = records;
  if (record === undefined) return undefined;
  if (another !== undefined)
    return fail(phrases.several(name, records.length), phrases.keepOne(name));
  return isValid(record)
    ? ok(phrases.fine(name))
    : fail(phrases.unreadable(name, record), phrases.write(name));
}

/** True if the version comes first and a policy is named: RFC 7489, section 6.3. */
function isValid(record: string): boolean {
  const hasPolicy = /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(record);
  return hasPolicy && /^v\s*=\s*DMARC1\s*;/.test(record);
}

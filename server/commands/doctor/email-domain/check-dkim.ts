import { emailDomain } from "#phrases/doctor/email-domain.ts";
import { type DoctorFinding, findingsOn } from "#server/commands/doctor/finding.ts";
import { type Dns, type LookUp, lookUpCname, lookUpTxt } from "./look-up.ts";

const { dkim: phrases, subjects, unknown, again } = emailDomain;
const { ok, warn, fail } = findingsOn(subjects.dkim);

/**
 * The CNAME records that ActiveCampaign asks for, each `<name>._domainkey` with the value `dkim.<name>.acems1.com`.
 * https://help.activecampaign.com/hc/en-us/articles/360015584680-Set-up-your-sending-domain
 */
const selectors = ["acdkim1", "acdkim2"];
/** The TXT record that ActiveCampaign asked older accounts for. */
const oldSelector = "dk";

/** What the DNS has at the name of a key. */
type Key = { name: string; target: string } & (
  | { kind: "fine" }
  | { kind: "missing" }
  | { kind: "no-key" }
  | { kind: "elsewhere"; instead: string }
  | { kind: "unknown"; code: string }
);

export async function checkDkim(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const keys = await Promise.all(selectors.map((selector) => findKey(dns, selector, domain)));
  const oldName = keyName(oldSelector, domain);
  if (keys.every(({ kind }) => kind === "missing") && hasKey(await lookUpTxt(dns, oldName)))
    return [warn(phrases.old(oldName), phrases.update)];
  return keys.map(findingOf);
}

function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/**
 * Asks first as mail services do: for the text behind all CNAME records. The CNAME record itself only tells why there is
 * no key.
 */
async function findKey(dns: Dns, selector: string, domain: string): Promise<Key> {
  const name = keyName(selector, domain);
  const target = `dkim.${selector}.acems1.com`;
  const text = await lookUpTxt(dns, name);
  if (text.kind === "unknown") return { name, target, ...text };
  if (hasKey(text)) return { name, target, kind: "fine" };
  const alias = await lookUpCname(dns, name);
  switch (alias.kind) {
    case "unknown":
      return { name, target, ...alias };
    case "none":
    case "no-domain":
      return { name, target, kind: text.kind === "found" ? "no-key" : "missing" };
    case "found": {
      const [instead = ""] = alias.texts;
      const isTarget = instead.toLowerCase() === target;
      return isTarget
        ? { name, target, kind: "no-key" }
        : { name, target, kind: "elsewhere", instead };
    }
  }
}

/**
 * True for a key that counts: RFC 6376, section 3.6.1, calls a key with an empty `p` revoked. A record of another kind may
 * have a `p` too.
 */
function hasKey(found: LookUp): boolean {
  if (found.kind !== "found") return false;
  const keys = found.texts.filter((text) => !/^\s*v\s*=(?!\s*DKIM1\b)/.test(text));
  return keys.some((text) => /(?:^|;)\s*p\s*=\s*[^;\s]/.test(text));
}

function findingOf(key: Key): DoctorFinding {
  const { name, target } = key;
  switch (key.kind) {
    case "fine":
      return ok(phrases.fine(name));
    case "missing":
      return fail(phrases.missing(name), phrases.write(name, target));
    case "no-key":
      return fail(phrases.noKey(name), phrases.update);
    case "elsewhere":
      return fail(phrases.elsewhere(name, key.instead), phrases.correct(name, target));
    case "unknown":
      return warn(unknown(name, key.code), again);
  }
}

import { emailDomain as phrases } from "#phrases/doctor/email-domain.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { type DoctorFinding, findingsOn } from "#server/commands/doctor/finding.ts";
import type { Config } from "#server/config.ts";
import { checkDkim } from "./check-dkim.ts";
import { checkDmarc } from "./check-dmarc.ts";
import { lookUpTxt } from "./look-up.ts";

/** Checks what mail services look up about the domain of the sender, before they accept ActiveCampaign's e-mails. */
export async function* checkEmailDomain(
  { createDns }: Pick<CommandLineIo, "createDns">,
  { emailDomain: domain, activeCampaign }: Config,
): AsyncGenerator<DoctorFinding> {
  const { warn, fail } = findingsOn(phrases.subjects.domain);
  if (domain === undefined) {
    if (activeCampaign !== undefined) yield warn(phrases.notSet, phrases.set);
    return;
  }
  const dns = createDns();
  const found = await lookUpTxt(dns, domain);
  switch (found.kind) {
    // One answer is enough: without a network, each further question would wait in vain.
    case "unknown":
      return yield warn(phrases.unknown(domain, found.code), phrases.again);
    case "no-domain":
      return yield fail(phrases.noDomain(domain), phrases.correctDomain);
    case "none":
    case "found":
      yield checkSpf(domain, found.kind === "found" ? found.texts : []);
  }
  const others = [checkDkim(dns, domain), checkDmarc(dns, domain)];
  yield* (await Promise.all(others)).flat();
}

/**
 * ActiveCampaign needs no SPF record of this domain, so none is fine. A wrong one harms all e-mails of the domain.
 * https://help.activecampaign.com/hc/en-us/articles/206903370-SPF-DKIM-and-DMARC-Authentication
 */
function checkSpf(domain: string, texts: readonly string[]): DoctorFinding {
  const { ok, fail } = findingsOn(phrases.subjects.spf);
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record, another] = records;
  if (record === undefined) return ok(phrases.spf.none(domain));
  if (another !== undefined)
    return fail(phrases.spf.several(domain, records.length), phrases.spf.join);
  return / \+?all(?: |$)/i.test(record)
    ? fail(phrases.spf.open(domain), phrases.spf.close)
    : ok(phrases.spf.one(domain));
}

import { connectOperatorClient } from "#server/commands/active-campaign-for.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import type { Config } from "#server/config.ts";
import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import { findList, findTag } from "#server/delivery/active-campaign/lookups.ts";
import type { Ask } from "#server/delivery/active-campaign/operator-client.ts";
import type { Database } from "#server/storage/tables.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn("ActiveCampaign");

/** A Date header has whole seconds, and was written somewhere between question and answer. */
const headerGraceMs = 2_000;

type Looking = CommandLineIo & { database: Database; config: Config };

export async function* checkAccount(looking: Looking): AsyncGenerator<DoctorFinding> {
  const { activeCampaign } = looking.config;
  if (activeCampaign === undefined) return;
  const dates = watchDates(looking);
  const ask = connectOperatorClient({ ...looking, fetch: dates.fetch }, activeCampaign);
  const key = await checkKey(ask, activeCampaign);
  yield key;
  if (dates.last !== undefined)
    yield compareClocks("ActiveCampaign's", { ...dates.last, graceMs: headerGraceMs });
  if (key.level === "fail") return;
  if (activeCampaign.list !== undefined) yield await checkList(ask, activeCampaign.list);
  for (const tag of activeCampaign.tags) yield await checkTag(ask, tag);
}

type Dates = { fetch: typeof fetch; last: { ours: number; theirs: number } | undefined };

function watchDates({ fetch, clock }: Looking): Dates {
  const dates: Dates = {
    last: undefined,
    async fetch(...request) {
      const response = await fetch(...request);
      const theirs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) dates.last = { ours: clock(), theirs };
      return response;
    },
  };
  return dates;
}

async function checkKey(ask: Ask, { url }: ActiveCampaignSettings): Promise<DoctorFinding> {
  const heard = await ask("/users/me");
  switch (heard.kind) {
    case "done":
      return ok("The key is accepted.");
    case "closed":
      return fail(
        `The key is refused (${heard.reason}).`,
        "Copy it again from Settings > Developer in ActiveCampaign into ACTIVECAMPAIGN_TOKEN, and restart the server.",
      );
    case "gone":
      return fail(
        `${url} is no account's address (${heard.reason}).`,
        "Copy ACTIVECAMPAIGN_URL from Settings > Developer in ActiveCampaign.",
      );
    case "unclear":
      return fail(
        `It gives no clear answer (${heard.reason}).`,
        "Check the network here, and whether ActiveCampaign is up. Leads are kept meanwhile.",
      );
  }
}

async function checkList(ask: Ask, id: string): Promise<DoctorFinding> {
  const found = await findList(ask, id);
  switch (found.kind) {
    case "list":
      return ok(`List ${id} is "${found.name}".`);
    case "gone":
      return fail(
        `There is no list ${id}.`,
        "Set ACTIVECAMPAIGN_LIST to the number in the list's address there, and restart the server.",
      );
    case "closed":
    case "unclear":
      return warn(`List ${id}: ${found.reason}.`, "Run doctor again.");
  }
}

async function checkTag(ask: Ask, name: string): Promise<DoctorFinding> {
  const found = await findTag(ask, name);
  switch (found.kind) {
    case "tag":
      return ok(`The tag "${name}" is there.`);
    case "missing":
      return warn(
        `There is no tag "${name}" yet: the first lead creates it.`,
        "Check its spelling in ACTIVECAMPAIGN_TAGS: automations wait for the exact name.",
      );
    case "gone":
    case "closed":
    case "unclear":
      return warn(`The tag "${name}": ${found.reason}.`, "Run doctor again.");
  }
}

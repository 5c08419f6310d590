import type { CommandIo, WithDatabase } from "#server/commands/command-line/command.ts";
import { connectOperatorClient } from "#server/commands/connect-operator-client.ts";
import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import { findList, findTag } from "#server/delivery/active-campaign/lookups.ts";
import type { Ask } from "#server/delivery/active-campaign/operator-client.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn("ActiveCampaign");

/** A Date header has whole seconds, and was written at some time between the request and the answer. */
const headerInaccuracyMs = 2_000;

export async function* checkAccount(io: WithDatabase): AsyncGenerator<DoctorFinding> {
  const { activeCampaign } = io.config;
  if (activeCampaign === undefined) return;
  const dates = watchDates(io);
  const ask = connectOperatorClient({ ...io, fetch: dates.fetch }, activeCampaign);
  const key = await checkKey(ask, activeCampaign);
  yield key;
  if (dates.last !== undefined)
    yield compareClocks("ActiveCampaign", { ...dates.last, inaccuracyMs: headerInaccuracyMs });
  if (key.level === "fail") return;
  if (activeCampaign.list !== undefined) yield await checkList(ask, activeCampaign.list);
  for (const tag of activeCampaign.tags) yield await checkTag(ask, tag);
}

/** A `fetch` that keeps our time and ActiveCampaign's at the last answer. */
type WatchedDates = { fetch: typeof fetch; last: { ours: number; theirs: number } | undefined };

function watchDates({ fetch, clock }: CommandIo): WatchedDates {
  const dates: WatchedDates = {
    last: undefined,
    async fetch(...args) {
      const response = await fetch(...args);
      const theirs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) dates.last = { ours: clock(), theirs };
      return response;
    },
  };
  return dates;
}

async function checkKey(ask: Ask, { url }: ActiveCampaignSettings): Promise<DoctorFinding> {
  const answer = await ask("/users/me");
  switch (answer.kind) {
    case "done":
      return ok("The key is accepted.");
    case "closed":
      return fail(
        `The key is refused (${answer.reason}).`,
        "Copy it again from Settings > Developer in ActiveCampaign into ACTIVECAMPAIGN_TOKEN, and restart the server.",
      );
    case "gone":
      return fail(
        `${url} is not the address of an account (${answer.reason}).`,
        "Copy ACTIVECAMPAIGN_URL from Settings > Developer in ActiveCampaign.",
      );
    case "unclear":
      return fail(
        `ActiveCampaign gives no clear answer (${answer.reason}).`,
        "Check the network of this machine, and whether ActiveCampaign works at all. New leads are stored until it works.",
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
        "Open the list in ActiveCampaign, set ACTIVECAMPAIGN_LIST to the number in its address, and restart the server.",
      );
    case "closed":
    case "unclear":
      return warn(`List ${id} could not be checked (${found.reason}).`, "Run doctor again.");
  }
}

async function checkTag(ask: Ask, name: string): Promise<DoctorFinding> {
  const found = await findTag(ask, name);
  switch (found.kind) {
    case "tag":
      return ok(`The tag "${name}" exists.`);
    case "missing":
      return warn(
        `There is no tag "${name}" yet: the first lead creates it.`,
        "Check the spelling in ACTIVECAMPAIGN_TAGS: automations start only with the exact name.",
      );
    case "gone":
    case "closed":
    case "unclear":
      return warn(`The tag "${name}" could not be checked (${found.reason}).`, "Run doctor again.");
  }
}

import type { CommandIo, WithDatabase } from "#server/commands/command-line/command.ts";
import { connectOperatorClient } from "#server/commands/connect-operator-client.ts";
import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import { findListName, findTag } from "#server/delivery/active-campaign/lookups.ts";
import type { Read } from "#server/delivery/active-campaign/paced-client.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn("ActiveCampaign");

/**
 * The Date header of an HTTP response may differ by this many milliseconds from a correct clock: it has whole seconds,
 * and was written at some time between the request and the HTTP response.
 */
const headerInaccuracyMs = 2_000;

export async function* checkAccount(io: WithDatabase): AsyncGenerator<DoctorFinding> {
  const { activeCampaign } = io.config;
  if (activeCampaign === undefined) return;
  const dates = watchDates(io);
  const read = connectOperatorClient({ ...io, fetch: dates.fetch }, activeCampaign);
  const key = await checkKey(read, activeCampaign);
  yield key;
  if (dates.last !== undefined)
    yield compareClocks("ActiveCampaign", { ...dates.last, inaccuracyMs: headerInaccuracyMs });
  if (key.level === "fail") return;
  if (activeCampaign.list !== undefined) yield await checkList(read, activeCampaign.list);
  for (const tag of activeCampaign.tags) yield await checkTag(read, tag);
}

/** A `fetch` that remembers two times for the last HTTP response: the time of our clock, and the time in its Date header. */
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

async function checkKey(read: Read, { url }: ActiveCampaignSettings): Promise<DoctorFinding> {
  const reading = await read("/users/me");
  switch (reading.kind) {
    case "done":
      return ok("The key is accepted.");
    case "account-refused":
      return fail(
        `The key is refused (${reading.reason}).`,
        "Copy it again from Settings > Developer in ActiveCampaign into ACTIVECAMPAIGN_TOKEN in .env, and restart the server.",
      );
    case "not-found":
      return fail(
        `${url} is not the address of an account (${reading.reason}).`,
        "Copy the address again from Settings > Developer in ActiveCampaign into ACTIVECAMPAIGN_URL in .env, and restart the server.",
      );
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "interrupted":
      return fail(
        `ActiveCampaign gives no clear answer (${reading.reason}).`,
        "Check the network of this machine, and whether ActiveCampaign works at all. New leads are stored until it works.",
      );
  }
}

async function checkList(read: Read, id: string): Promise<DoctorFinding> {
  const found = await findListName(read, id);
  switch (found.kind) {
    case "found":
      return ok(`List ${id} is "${found.name}".`);
    case "not-found":
      return fail(
        `There is no list ${id}.`,
        "Open the list in ActiveCampaign, set ACTIVECAMPAIGN_LIST to the number in its address, and restart the server.",
      );
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return warn(`List ${id} could not be checked (${found.reason}).`, "Run doctor again.");
  }
}

async function checkTag(read: Read, name: string): Promise<DoctorFinding> {
  const found = await findTag(read, name);
  switch (found.kind) {
    case "found":
      return ok(`The tag "${name}" exists.`);
    case "none":
      return warn(
        `There is no tag "${name}" yet: the first lead creates it.`,
        "Check the spelling in ACTIVECAMPAIGN_TAGS: automations start only with the exact name.",
      );
    case "not-found":
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return warn(`The tag "${name}" could not be checked (${found.reason}).`, "Run doctor again.");
  }
}

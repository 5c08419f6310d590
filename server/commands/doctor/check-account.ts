import { describeReason } from "#phrases/delivery-states.ts";
import { accountFindings as phrases } from "#phrases/doctor/account.ts";
import { subjects } from "#phrases/doctor/doctor.ts";
import { storeFindings } from "#phrases/doctor/store.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { findListName, findTag } from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import type { CommandIo, WithDatabase } from "#server/commands/command-line/command.ts";
import { connectOperatorClient } from "#server/commands/connect-operator-client.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn(subjects.activeCampaign);

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
    yield compareClocks(storeFindings.clocks.activeCampaign, {
      ...dates.last,
      inaccuracyMs: headerInaccuracyMs,
    });
  if (key.level === "fail") return;
  if (activeCampaign.list !== undefined) yield await checkList(read, activeCampaign.list);
  const { tags, nextTags } = activeCampaign;
  for (const tag of tags) yield await checkTag(read, tag, phrases.tags);
  for (const tag of nextTags) yield await checkTag(read, tag, phrases.nextTags);
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
      return ok(phrases.keyAccepted);
    case "account-refused":
      return fail(phrases.keyRefused(describeReason(reading.reason)), phrases.copyKey);
    case "not-found":
      return fail(phrases.notAnAccount(url, describeReason(reading.reason)), phrases.copyAddress);
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "interrupted":
      return fail(phrases.unclear(describeReason(reading.reason)), phrases.checkNetwork);
  }
}

async function checkList(read: Read, id: string): Promise<DoctorFinding> {
  const found = await findListName(read, id);
  switch (found.kind) {
    case "found":
      return ok(phrases.list(id, found.name));
    case "not-found":
      return fail(phrases.noList(id), phrases.setList);
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return warn(phrases.listUnknown(id, describeReason(found.reason)), phrases.again);
  }
}

async function checkTag(
  read: Read,
  name: string,
  words: typeof phrases.tags,
): Promise<DoctorFinding> {
  const found = await findTag(read, name);
  switch (found.kind) {
    case "found":
      return ok(words.exists(name));
    case "none":
      return warn(words.missing(name), words.checkSpelling);
    case "not-found":
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return warn(phrases.tagUnknown(name, describeReason(found.reason)), phrases.again);
  }
}

import { hourMs, minuteMs } from "#event/time-zone.ts";
import { backup as phrases } from "#phrases/commands/backup.ts";
import type { WithStore } from "#server/commands/command-line/command.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import { makeCopy } from "#server/store/backup/make-copy.ts";
import { copyName, findSurplus } from "#server/store/backup/places/copy-names.ts";
import { noteRepeatedCopy } from "#server/store/backup/repeated-copies.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { describeInterval, type Plan } from "./read-plan.ts";

const maxRetryMs = minuteMs;
/** A copy may take as long as its interval, but at least this long. */
const minDeadlineMs = hourMs;

/** Makes copies until `stopped` is aborted. Of failures in a row with the same cause, only the first is reported. */
export async function keepCopying(io: WithStore, plan: Plan, stopped: AbortSignal): Promise<void> {
  const { clock, sleep, write, note } = io;
  await write(`${startLine(io, plan)}\n`);
  let told: string | undefined;
  while (!stopped.aborted) {
    const failure = await copy(io, plan, stopped);
    if (failure !== undefined && kindOf(failure) !== told && !stopped.aborted)
      note(phrases.notMade(formatTime(clock()), failure, describeInterval(retryMs(plan))));
    told = kindOf(failure);
    if (!stopped.aborted)
      await sleep(failure === undefined ? untilNext(plan, clock()) : retryMs(plan), stopped);
  }
  await write(`${phrases.ended}\n`);
}

/** What a failure means, without the words of the system behind it, which differ from try to try. */
function kindOf(failure: string | undefined): string | undefined {
  return failure?.split(":")[0];
}

function startLine({ store }: WithStore, { place, everyMs, keep }: Plan): string {
  return phrases.started({
    from: describeStore(store),
    to: place.name,
    every: describeInterval(everyMs),
    keep: formatCount(keep),
    life: describeInterval(keep * everyMs),
  });
}

function retryMs({ everyMs }: Plan): number {
  return Math.min(everyMs, maxRetryMs);
}

/** The copies of all processes are due at the same times, for example at each full hour, however long a copy takes. */
function untilNext({ everyMs }: Plan, now: number): number {
  return everyMs - (now % everyMs);
}

/** Makes one copy, and then removes those that are too many. Returns why no copy was made. */
async function copy(io: WithStore, plan: Plan, stopped: AbortSignal): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(Math.max(plan.everyMs, minDeadlineMs));
  const ending = AbortSignal.any([stopped, deadline]);
  const at = io.clock();
  const name = copyName(at);
  let signUps = 0;
  const make = async (file: string) => {
    signUps = await makeCopy(io.store, file, ending);
  };
  try {
    // A place that does not answer is noticed before anything large is made.
    await plan.place.list(ending);
    await plan.place.add(name, make, ending);
  } catch (error) {
    return deadline.aborted ? phrases.tooSlow : reasonOf(error, ending);
  }
  await record(io, plan, at);
  const removed = await removeSurplus(io, plan, { at, ending });
  const time = formatTime(at);
  await io.write(`${phrases.made({ time, name, signUps: formatCount(signUps), removed })}\n`);
  return undefined;
}

/** Notes the copy in the store. A store that fails now does not make the copy a bad one, so the operator is only told. */
async function record(io: WithStore, plan: Plan, at: number): Promise<void> {
  const reason = await noteInStore(io, plan, at).catch((error: unknown) => reasonOf(error));
  if (reason !== undefined) io.note(phrases.repeatedNotRecorded(formatTime(at), reason));
}

/** Returns why the copy could not be noted. */
async function noteInStore(
  { store, openStore }: WithStore,
  { place, everyMs }: Plan,
  at: number,
): Promise<string | undefined> {
  const opened = await openStore(store);
  if (opened.kind === "unusable") return opened.mistake;
  const { database } = opened;
  const noted = noteRepeatedCopy(database, { place: place.name, everyMs, at });
  await noted.finally(() => database.destroy());
  return undefined;
}

/** Returns how many were removed. A copy that cannot be removed is removed after the next copy. */
async function removeSurplus(
  { note }: WithStore,
  { place, everyMs, keep }: Plan,
  { at, ending }: { at: number; ending: AbortSignal },
): Promise<number> {
  let removed = 0;
  try {
    for (const name of findSurplus(await place.list(ending), at, { everyMs, keep })) {
      await place.remove(name, ending);
      removed += 1;
    }
  } catch (error) {
    const reason = reasonOf(error, ending);
    if (!ending.aborted) note(phrases.notRemoved(formatTime(at), reason));
  }
  return removed;
}

/** Why something outside of our code failed; an error of our own is thrown on. */
function reasonOf(error: unknown, ending?: AbortSignal): string {
  const reason = ending?.aborted ? phrases.ended : outageReason(error);
  if (reason === undefined) throw error;
  return reason;
}

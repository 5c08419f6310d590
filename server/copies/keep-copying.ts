import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { WithStore } from "#server/commands/command-line/command.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import { makeCopy } from "./copy.ts";
import { type CopyPlace, copyName, findSurplus, type Keeping } from "./places.ts";
import { describeInterval, noteRepeatedCopy } from "./repeated-copies.ts";

/** Where copies are kept, how often one is made, and how many stay. */
export type Plan = Keeping & { kind: "plan"; place: CopyPlace };

const ended = "As cópias pararam.";

/** Makes copies until `stopped` is aborted. Of failures in a row with the same cause, only the first is reported. */
export async function keepCopying(io: WithStore, plan: Plan, stopped: AbortSignal): Promise<void> {
  const { store, clock, sleep, write, note } = io;
  const { place, everyMs, keep } = plan;
  const retryMs = Math.min(everyMs, minuteMs);
  await write(
    `Cópias de ${describeStore(store)} em ${place.name}: uma agora, e depois a cada ${describeInterval(everyMs)}. Ficam as ${formatCount(keep)} mais novas. Quem for apagado sai da última cópia em até ${describeInterval(keep * everyMs)}, se nenhuma cópia falhar. Para parar: Ctrl-C\n`,
  );
  let told: string | undefined;
  while (!stopped.aborted) {
    const failure = await copy(io, plan, stopped);
    if (stopped.aborted) break;
    // The words of the system after the colon differ from try to try.
    const cause = failure?.split(":")[0];
    if (cause !== undefined && cause !== told)
      note(
        `${formatTime(clock())} A cópia falhou (${failure}). As anteriores ficam. Nova tentativa a cada ${describeInterval(retryMs)}.`,
      );
    told = cause;
    // The copies of all processes are due at the same times, for example at each full hour, however long a copy takes.
    await sleep(cause === undefined ? everyMs - (clock() % everyMs) : retryMs, stopped);
  }
  await write(`${ended}\n`);
}

/** Makes one copy, and then removes those that are too many. Returns why no copy was made. */
async function copy(io: WithStore, plan: Plan, stopped: AbortSignal): Promise<string | undefined> {
  // A copy may take as long as its interval, but at least an hour.
  const deadline = AbortSignal.timeout(Math.max(plan.everyMs, hourMs));
  const ending = AbortSignal.any([stopped, deadline]);
  const at = io.clock();
  const name = copyName(at);
  let signUps = 0;
  try {
    // A place that does not answer is noticed before anything large is made.
    await plan.place.list(ending);
    const make = async (file: string) => {
      signUps = await makeCopy(io.store, file, ending);
    };
    await plan.place.add(name, make, ending);
  } catch (error) {
    return deadline.aborted ? "ela não terminou antes da próxima" : reasonOf(error, ending);
  }
  const noted = { place: plan.place.name, everyMs: plan.everyMs, at };
  const notNoted = await inStore(io, (database) => noteRepeatedCopy(database, noted));
  if (notNoted !== undefined)
    io.note(
      `${formatTime(at)} A cópia está feita, mas doctor, o painel e os alarmes não sabem dela (${notNoted}).`,
    );
  const removed = await removeSurplus(io, plan, { at, ending });
  const olderRemoved = removed === 0 ? "" : ` Cópias antigas removidas: ${removed}.`;
  await io.write(
    `${formatTime(at)} Cópia feita e conferida: ${name}. Inscrições: ${formatCount(signUps)}.${olderRemoved}\n`,
  );
  return undefined;
}

/** Returns how many were removed. A copy that cannot be removed is removed after the next copy. */
async function removeSurplus(
  { note }: WithStore,
  { place, ...keeping }: Plan,
  { at, ending }: { at: number; ending: AbortSignal },
): Promise<number> {
  let removed = 0;
  try {
    for (const name of findSurplus(await place.list(ending), at, keeping)) {
      await place.remove(name, ending);
      removed += 1;
    }
  } catch (error) {
    const reason = reasonOf(error, ending);
    if (!ending.aborted)
      note(
        `${formatTime(at)} Não foi possível remover as cópias antigas (${reason}). A próxima cópia tenta de novo.`,
      );
  }
  return removed;
}

/** Why something outside of our code failed; an error of our own is thrown on. */
function reasonOf(error: unknown, ending: AbortSignal): string {
  const reason = ending.aborted ? ended : outageReason(error);
  if (reason === undefined) throw error;
  return reason;
}

/** Notes something in the store. Returns why that failed: a store that fails now does not make a copy a bad one. */
export async function inStore(
  { store, openStore }: WithStore,
  work: (database: Database) => Promise<void>,
): Promise<string | undefined> {
  const opened = await openStore(store);
  if (opened.kind === "unusable") return opened.mistake;
  try {
    await work(opened.database).finally(() => opened.database.destroy());
    return undefined;
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "kysely";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { formatCount } from "#server/format.ts";
import { send } from "#server/send.ts";
import { readErasures, readErasuresIn } from "#server/store/erasures-file.ts";
import type { Database } from "#server/store/schema.ts";
import { findUnfit } from "./backup.ts";
import { readLastCopy } from "./facts.ts";

export const copied: Command = {
  usage: "[--failed <passo> | --due | --compare <cópia>]",
  summary: "anota o que deploy/backup fez: você não precisa dele",
  details: ["Sem opção, anota que uma cópia deu certo, e visita BACKUP_HEARTBEAT_URL."],
  options: {
    failed: { type: "string", about: "anota o passo em que a cópia falhou" },
    due: { type: "boolean", about: "sai com 0 se a conferência da semana falta, senão com 1" },
    compare: { type: "string", about: "compara com o banco a cópia que voltou do repositório" },
  },
  async run(context, { values, switches }) {
    if (values.size + switches.size > 1) return misused("Escreva uma opção só.");
    const io = await context.open();
    const [failure, copy] = [values.get("failed"), values.get("compare")];
    if (failure !== undefined) {
      await io.database.updateTable("copies").set({ failure }).execute();
      return done;
    }
    if (copy !== undefined) return compare(io, resolve(copy));
    if (switches.has("due")) {
      const { provedAt } = await readLastCopy(io.database);
      return provedAt === null || io.clock() - provedAt >= proveEveryMs ? done : failed();
    }
    await io.database.updateTable("copies").set({ at: io.clock(), failure: null }).execute();
    await visitHeartbeat(io);
    return done;
  },
};

const proveEveryMs = 7 * dayMs;

/** Visits the heartbeat address. If the visit fails, only a note says so: the copy is good all the same. */
async function visitHeartbeat({ config, fetch, note }: WithDatabase): Promise<void> {
  const { backupHeartbeatUrl: url } = config;
  if (url === undefined) return;
  const outcome = await send({ fetch, url, request: { method: "GET" } });
  // The address is a secret, so the note does not contain it.
  if (outcome.kind === "failed")
    note(
      `A cópia está feita, mas o endereço em BACKUP_HEARTBEAT_URL não aceitou a visita (${outcome.reason}). Confira-o no .env.`,
    );
}

/**
 * A row reaches the disk at most this long after the time that is stored in it, whatever the clocks of the machines
 * say. So everything from before this time must be in the copy.
 */
const settledMs = 5 * minuteMs;

/**
 * Records that the copy is proved, if the copy is whole and lacks no row of the store. It may contain more: people
 * erased since.
 */
async function compare(io: WithDatabase, file: string): Promise<CommandOutcome> {
  const { database, config, clock, write } = io;
  const kind = config.store.kind === "sqlite" ? "store" : "erasures";
  const unfit = findUnfit(file, kind);
  if (unfit !== undefined) return failed(`A cópia ${file} não serve: ${unfit}. ${todo}`);
  // The file's time is the time at which the copy was made: restic keeps it.
  const until = statSync(file).mtimeMs - settledMs;
  const missing = {
    ...(kind === "store" ? await countMissing(database, file, until) : {}),
    apagamentos: await countMissingErasures(database, file, until),
  };
  const words = Object.entries(missing)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} (${formatCount(count)})`);
  if (words.length > 0)
    return failed(`Na cópia ${file} falta o que o banco tem: ${words.join(", ")}. ${todo}`);
  await database.updateTable("copies").set({ proved_at: clock() }).execute();
  await write("A cópia que voltou do repositório está inteira, e nada do banco falta nela.\n");
  return done;
}

const todo = "O que fazer: docs/operacao/copias.md.";

async function countMissingErasures(
  database: Database,
  file: string,
  until: number,
): Promise<number> {
  const known = new Set(readErasuresIn(file)?.erasures.map(({ email_hash }) => email_hash));
  const { erasures } = await readErasures(database);
  return erasures.filter((row) => row.erased_at <= until && !known.has(row.email_hash)).length;
}

/**
 * Counts the rows that the copy lacks. A lead has the time of its sign-up, even if the lead is derived, or the sign-up
 * released, much later.
 */
async function countMissing(database: Database, file: string, until: number) {
  await sql`attach ${file} as copy`.execute(database);
  try {
    const { rows } = await sql<{ inscrições: number; leads: number }>`
      select
        (select count(*) from submissions where received_at <= ${until}
          and id not in (select id from copy.submissions)) as "inscrições",
        (select count(*) from leads where created_at <= ${until}
          and email_key not in (select email_key from copy.leads)
          and not exists (select 1 from submissions
            where submissions.email_key = leads.email_key and derived_at > ${until})) as leads`.execute(
      database,
    );
    return rows[0] ?? { inscrições: 0, leads: 0 };
  } finally {
    await sql`detach copy`.execute(database);
  }
}

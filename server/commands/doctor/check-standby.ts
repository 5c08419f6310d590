import { type Replication, readReplication } from "#server/storage/connection/durability.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import type { Database } from "#server/storage/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn("lost disk");
const guide = "See docs/operating/postgres.md.";

/** The values of `synchronous_commit` with which a commit does not wait for a standby, even for a connected standby. */
const withoutStandby = ["local", "off"];

/**
 * Says whether an acknowledged sign-up (a sign-up that was answered with 200) survives the loss of the store's disk, or
 * only a power cut.
 */
export async function checkStandby(database: Database, store: Store): Promise<DoctorFinding> {
  if (store.kind === "sqlite")
    return ok(
      "An acknowledged sign-up is on one disk: it survives a power cut, but not the loss of this disk.",
    );
  const replication = await readReplication(database);
  if (replication === undefined || replication.wanted === "")
    return ok(
      "An acknowledged sign-up is on one disk, because no synchronous standby is set: it survives a power cut, but not the loss of Postgres' disk.",
    );
  return checkWanted(replication);
}

function checkWanted({ wanted, waitsFor, connected, hidden }: Replication): DoctorFinding {
  const set = `synchronous_standby_names = ${wanted}, synchronous_commit = ${waitsFor}`;
  if (withoutStandby.includes(waitsFor))
    return warn(
      `An acknowledged sign-up is on one disk, because commits do not wait for the standby (${set}).`,
      `Set synchronous_commit to on in Postgres. ${guide}`,
    );
  if (connected > 0)
    return ok(
      `An acknowledged sign-up survives the loss of Postgres' disk: a synchronous standby has it too (${set}).`,
    );
  if (hidden > 0)
    return warn(
      `The role of DATABASE_URL may not see whether a synchronous standby is connected (${set}).`,
      "Grant it pg_read_all_stats, or look at pg_stat_replication in Postgres.",
    );
  return fail(
    `No synchronous standby is connected (${set}): every sign-up waits for one, and is answered with 503.`,
    `Start the standby, or set synchronous_standby_names to '' and reload. ${guide}`,
  );
}

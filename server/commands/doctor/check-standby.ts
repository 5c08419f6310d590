import { subjects } from "#phrases/doctor/doctor.ts";
import { standbyFindings as phrases } from "#phrases/doctor/standby.ts";
import { type Replication, readReplication } from "#server/store/connection/durability.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn(subjects.lostDisk);

/** The values of `synchronous_commit` with which a commit does not wait for a standby, even for a connected standby. */
const withoutStandby = ["local", "off"];

/**
 * Says whether an acknowledged sign-up (a sign-up that was answered with 200) survives the loss of the store's disk, or
 * only a power cut.
 */
export async function checkStandby(database: Database, store: Store): Promise<DoctorFinding> {
  if (store.kind === "sqlite") return ok(phrases.oneDisk);
  const replication = await readReplication(database);
  if (replication === undefined || replication.wanted === "") return ok(phrases.onePostgresDisk);
  return checkWanted(replication);
}

function checkWanted({ wanted, waitsFor, connected, hidden }: Replication): DoctorFinding {
  const set = phrases.settings(wanted, waitsFor);
  if (withoutStandby.includes(waitsFor)) return warn(phrases.notWaiting(set), phrases.wait);
  if (connected > 0) return ok(phrases.twoDisks(set));
  if (hidden > 0) return warn(phrases.hidden(set), phrases.grant);
  return fail(phrases.noStandby(set), phrases.startStandby);
}

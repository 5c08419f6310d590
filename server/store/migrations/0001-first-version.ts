import { randomBytes } from "node:crypto";
import type { Kysely, Migration } from "kysely";
import type { KeyType } from "./first-version/columns.ts";
import { createCourier } from "./first-version/courier.ts";
import { createDeliveries } from "./first-version/deliveries.ts";
import { createErasures } from "./first-version/erasures.ts";
import { createLeads, createSubmissions } from "./first-version/submissions-and-leads.ts";

const erasureKeyBytes = 32;

/** All tables and indexes. `server/store/tables.ts` says what they hold. */
export function firstVersion(keyType: KeyType): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await createSubmissions(database, keyType);
      await createLeads(database, keyType);
      await createDeliveries(database, keyType);
      await createCourier(database, keyType);
      await createErasures(database, randomBytes(erasureKeyBytes).toString("hex"));
    },
  };
}

import { runTick } from "#server/delivery/tick.ts";
import { openStore } from "#tests/support/store/temporary-database.ts";
import { tickDeps } from "./ticking.ts";

// Runs one tick. A test starts this file as a process of its own, and kills it.
const { STORE: url = "", ACCOUNT: account = "" } = process.env;
const database = await openStore({ kind: "postgres", url });
await runTick(tickDeps(database, account));
await database.destroy();

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { addContactPath } from "#lead/contract.ts";
import { buildEdge } from "#scripts/build/build-edge.mjs";
import type { Database } from "#server/store/row-types.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { startFaultPooler } from "#tests/support/faults/pooler.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { createPostgresDatabase, openStore } from "#tests/support/store/temporary-database.ts";
import { startFunction } from "./deno-function.ts";
import { newPerson, sendJson } from "./senders.ts";

/** The server, or the function alone in Deno. */
export type RuntimeName = "node" | "deno";

/** The page's own origin, and another one whose pages may call the function. */
export const ownOrigin = "https://black.example";
export const allowedOrigin = "https://page.example";

const functionName = addContactPath.replace("/functions/v1/", "");
const connections = 3;
const settings = { SITE_URL: ownOrigin, ALLOWED_ORIGINS: allowedOrigin, TRUSTED_PROXIES: "1" };

/** A running lead function over Postgres, as its callers reach it. */
export type Runtime = {
  name: RuntimeName;
  url: string;
  database: Database;
  databaseUrl: string;
  /** The folder of the built functions; it is empty at the server. */
  folder: string;
  /** The way from the function to Postgres, which a test can break. */
  network: FaultProxy;
  /** Everything that the function has written so far to standard output and standard error. */
  output: () => string;
  close: () => Promise<void>;
};

export async function openRuntime(name: RuntimeName): Promise<Runtime> {
  const closing: (() => unknown)[] = [];
  const whenDone = (end: () => unknown) => void closing.unshift(end);
  const { store, remove } = await createPostgresDatabase();
  whenDone(remove);
  // The platform's usual address of Postgres is that of a pooler in transaction mode.
  const pooler = name === "deno" && (await startFaultPooler(store.url, connections, whenDone));
  const network = await startFaultProxy(pooler ? pooler.url : store.url, whenDone);
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-functions-"));
  whenDone(() => rm(folder, { recursive: true }));
  const databaseUrl = network.url;
  const { url, output, stop } = await start(name, folder, {
    ...settings,
    DATABASE_URL: databaseUrl,
  });
  whenDone(stop);
  await untilStored(url);
  const database = await openStore(store);
  whenDone(() => database.destroy());
  const close = async () => {
    for (const end of closing) await end();
  };
  return { name, url, database, databaseUrl, folder, network, output, close };
}

async function start(name: RuntimeName, folder: string, env: Record<string, string>) {
  if (name === "node") return startSite(env);
  await buildEdge(folder);
  return startFunction({ folder, name: functionName, settings: env });
}

/** The function alone makes its tables at its first sign-up, which may take longer than a visitor waits. */
async function untilStored(url: string): Promise<void> {
  const send = async () => expect((await sendJson({ url }, newPerson())).status).toBe(200);
  await vi.waitFor(send, { timeout: 60_000, interval: 100 });
}

import { expect } from "vitest";
import { paths } from "#content/paths.ts";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { createPostgresDatabase } from "#tests/support/store/temporary-database.ts";

/** The page's own origin. The next constant is another origin whose pages may call the function. */
export const ownOrigin = "https://black.example";
export const allowedOrigin = "https://page.example";

/** The answer to a stored sign-up. */
export const accepted = {
  ok: true,
  group: expect.stringMatching(new RegExp(`^${paths.group}\\?inscricao=[\\w-]{32}$`)),
};

/** The promises of the lead function (docs/lead-function.md): one test for each title. */
export type Contract = Record<string, (runtime: Runtime, other: Runtime) => Promise<void>>;

/** A running lead function with Postgres, as its callers reach it. */
export type Runtime = {
  url: string;
  database: Database;
  /** The proxy between the function and Postgres, which a test can break. */
  network: FaultProxy;
  /** All text that the function has written so far to standard output and standard error. */
  output: () => string;
};

/** Two servers with the lead function and one store; these settings are for the first server. */
export async function openRuntimes(settings: Record<string, string>) {
  const closing: (() => unknown)[] = [];
  const whenDone = (end: () => unknown) => void closing.unshift(end);
  const { store, remove } = await createPostgresDatabase();
  whenDone(remove);
  const database = await openDatabase(store);
  whenDone(() => database.destroy());
  const open = async (more: Record<string, string>): Promise<Runtime> => {
    const network = await startFaultProxy(store.url, whenDone);
    const { url, output, stop } = await startSite({
      SITE_URL: ownOrigin,
      ALLOWED_ORIGINS: allowedOrigin,
      TRUSTED_PROXIES: "1",
      DATABASE_URL: network.url,
      ...more,
    });
    whenDone(stop);
    return { url, database, network, output };
  };
  const close = async () => {
    for (const end of closing) await end();
  };
  const [first, second] = await Promise.all([open(settings), open({})]);
  return { first, second, close };
}

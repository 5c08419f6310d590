import type { Store } from "#server/storage/open-database.ts";
import { type Finding, findingsOn } from "./finding.ts";

/** What asks for encryption, or says that none is wanted. */
const decides = ["sslmode", "ssl", "sslrootcert", "sslcert", "sslkey", "sslnegotiation"];

/** Without being asked to, nothing that talks to Postgres from Node encrypts: names and addresses could be read on the way. */
export function checkDatabaseUrl(store: Store): Finding[] {
  if (store.kind === "sqlite") return [];
  const { searchParams, hostname } = new URL(store.url);
  const host = searchParams.get("host") ?? hostname;
  if (isHere(host) || decides.some((name) => searchParams.has(name))) return [];
  return [
    findingsOn("DATABASE_URL").warn(
      `It asks for no encryption: what is kept of people travels to ${host} in clear text.`,
      "Put ?sslmode=verify-full behind it in .env, or ?sslmode=disable where the network is yours alone. See docs/operating.md, On a machine.",
    ),
  ];
}

/** This very machine, or a socket in its file system. */
function isHere(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}

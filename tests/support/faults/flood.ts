import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";

export type Flood = {
  url: string;
  /** The number of connections that are open at the same time. */
  connections: number;
  /** The number of sign-ups on each connection. */
  each: number;
  /**
   * `many` sends each sign-up from another network address. Any other value is the one real address, behind invented
   * addresses.
   */
  from: "many" | string;
};

export type FloodResult = {
  /** The number of answers for each HTTP status. */
  statuses: Record<string, number>;
  acknowledged: string[];
  refusedWithoutRetryAfter: number;
  failed: number;
};

const maxOutputBytes = 64 * 1024 * 1024;

/** Sends the flood from its own process, so that it does not slow down the test. */
export async function startFlood(flood: Flood): Promise<FloodResult> {
  const script = fileURLToPath(new URL("./flood.mjs", import.meta.url));
  const argument = JSON.stringify({ ...flood, path: addContactPath, key: links.publicKey });
  const { stdout } = await promisify(execFile)(process.execPath, [script, argument], {
    maxBuffer: maxOutputBytes,
  });
  return JSON.parse(stdout);
}

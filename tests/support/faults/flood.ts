import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";

export type Flood = {
  url: string;
  /** The number of connections that are open at the same time. */
  connections: number;
  /** The number of sign-ups that are sent on each connection. */
  each: number;
  /**
   * `many`: each sign-up comes from a different network address. Any other value: all sign-ups come from this one
   * address, and their headers begin with invented addresses.
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

/** Sends the flood of sign-ups from a separate process, so that the flood does not slow down the test. */
export async function startFlood(flood: Flood): Promise<FloodResult> {
  const script = fileURLToPath(new URL("./flood.mjs", import.meta.url));
  const argument = JSON.stringify({ ...flood, path: addContactPath, key: links.publicKey });
  const { stdout } = await promisify(execFile)(process.execPath, [script, argument], {
    maxBuffer: maxOutputBytes,
  });
  return JSON.parse(stdout);
}

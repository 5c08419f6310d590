import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";

export type Flood = {
  url: string;
  /** Under way at the same time. */
  connections: number;
  /** How many sign-ups come by each of them. */
  each: number;
  /** One address, behind whatever it says of itself, or as many as there are sign-ups. */
  from: "many" | string;
};

export type Flooded = {
  statuses: Record<string, number>;
  acknowledged: string[];
  /** Refused without a word on when to come again. */
  hopeless: number;
  failed: number;
};

const mostOutputBytes = 64 * 1024 * 1024;

/** From a process of its own, so that it slows down nobody here. */
export async function startFlood(flood: Flood): Promise<Flooded> {
  const script = fileURLToPath(new URL("./flood.mjs", import.meta.url));
  const asked = JSON.stringify({ ...flood, path: addContactPath, key: links.publicKey });
  const { stdout } = await promisify(execFile)(process.execPath, [script, asked], {
    maxBuffer: mostOutputBytes,
  });
  return JSON.parse(stdout);
}

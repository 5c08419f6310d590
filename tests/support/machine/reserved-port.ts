import { randomInt } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type ReservedPort = { port: number; folder: string };

/** These ports are below those that systems assign automatically, so that no connection uses one of them. */
const ports = { from: 20_000, to: 32_000 };
const maxStarts = 5;

/**
 * Starts a program that cannot choose a free port. The name of a folder reserves the port: while the folder exists, no
 * other program of the tests gets this port, even between a stop and the next start. If a program outside the tests
 * uses the port, another port is tried. The caller deletes the folder.
 */
export async function startAtReservedPort<Started>(
  start: (reserved: ReservedPort) => Promise<Started>,
): Promise<Started> {
  for (let starts = 1; ; starts += 1)
    try {
      return await start(await reservePort());
    } catch (error) {
      if (starts === maxStarts || !/address already in use|EADDRINUSE/i.test(String(error)))
        throw error;
    }
}

export async function reservePort(): Promise<ReservedPort> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    const folder = join(tmpdir(), `black-ahsd-port-${port}`);
    try {
      await mkdir(folder, { mode: 0o700 });
      return { port, folder };
    } catch (error) {
      if (!String(error).includes("EEXIST")) throw error;
    }
  }
}

import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Where a server can be reached: it is up when it has printed its address. */
export async function printedAddress(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("the server's output is not piped");
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /https?:\/\/\S+:\d+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error(`the server ended before it printed its address (code ${server.exitCode})`);
}

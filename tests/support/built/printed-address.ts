import type { ChildProcess } from "node:child_process";

/** The longest time that a server may take to start on a busy machine, in milliseconds. */
const startLimitMs = 90_000;

/** Waits until a server prints its URL; then the server answers requests. */
export function printedAddress(server: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`the server printed no address, ${why}: ${printed}`));
    setTimeout(() => fail(`but runs for ${startLimitMs / 1000} s`), startLimitMs).unref();
    server.once("exit", (code) => fail(`because it ended (code ${code})`));
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const address = /https?:\/\/\S+:\d+(?=\s)/.exec(printed)?.[0];
      if (address) resolve(address);
    });
  });
}

import type { ChildProcess } from "node:child_process";

/** Waits until a server prints its URL. From then on the server answers requests. */
export function printedAddress(server: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const address = /https?:\/\/\S+:\d+(?=\s)/.exec(printed)?.[0];
      if (address) resolve(address);
    });
    server.once("exit", (code) =>
      reject(
        new Error(`the server ended before it printed its address (code ${code}): ${printed}`),
      ),
    );
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { printedAddress } from "#tests/support/built/printed-address.ts";
import type { RunningSite } from "#tests/support/built/running-site.ts";

const platform = fileURLToPath(new URL("./serve-edge.mjs", import.meta.url));

export type RunningFunction = Pick<RunningSite, "url" | "output" | "stop">;
type Run = { folder: string; name: string; settings: Record<string, string> };

/** Runs one of the functions that were built into the folder in the platform's line of Deno, with no access but to its file and to this machine's network. */
export async function startFunction({ folder, name, settings }: Run): Promise<RunningFunction> {
  const file = pathToFileURL(join(folder, "functions", name, "index.js")).href;
  const args = [...withoutInternet, `--allow-read=${folder}`, platform, file];
  const running = spawn(denoBinary(), ["run", ...args], {
    // The function gets only these variables, without the developer's own environment.
    env: { DENO_DIR: join(folder, "cache"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const stop = async () => {
    running.kill("SIGKILL");
    if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
  };
  return { url: await printedAddress(running), output: () => output, stop };
}

const withoutInternet = [
  "--no-config",
  "--no-lock",
  "--no-npm",
  "--no-prompt",
  "--no-remote",
  "--cached-only",
  "--allow-env",
  "--allow-net=127.0.0.1",
];

/** The binary that the package brings for this machine. The package's own script would only link it once more. */
function denoBinary(): string {
  const { arch } = process;
  const system =
    process.platform === "linux" ? `linux-${arch}-glibc` : `${process.platform}-${arch}`;
  const name = `@deno/${system}`;
  try {
    const own = createRequire(resolve("tests/all/packages/node_modules/deno/package.json"));
    const file = process.platform === "win32" ? "deno.exe" : "deno";
    return join(dirname(own.resolve(`${name}/package.json`)), file);
  } catch {
    throw new Error(
      `No Deno for the tests: ${name} is not installed. Run: npm ci --prefix tests/all/packages`,
    );
  }
}

import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

export type RestartOutcome = { code: number; printed: string; complaints: string };

/** Runs the operator's command `black-ahsd-restart`. The given shell scripts replace commands of the machine. */
export async function runRestart(commands: Record<string, string>): Promise<RestartOutcome> {
  const bin = await temporaryFolder();
  for (const [name, body] of Object.entries(commands)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const node = resolve(process.execPath, "..");
  const env = { PATH: [bin, node, process.env["PATH"]].join(delimiter) };
  return new Promise((done) => {
    const child = execFile(
      join("deploy", "black-ahsd-restart"),
      { env },
      (_, printed, complaints) => done({ code: child.exitCode ?? 1, printed, complaints }),
    );
  });
}

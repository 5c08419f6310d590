import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { runQuietly } from "#scripts/setup/run.mjs";
import { findServer } from "#tests/all/programs.ts";
import { writeBundle } from "./bundle.ts";

export type Runtime = { file: string; args: string[]; settings: Record<string, string> };

const id = "black-ahsd-proof";
/** The line that the server prints when it serves. */
const started = /Black AHSD está em /;

/** Starts a container of the image with runc, as Docker does, and with the limits of deploy/compose.yaml. */
export async function startContainer({
  work,
  name,
  storage,
}: {
  work: string;
  name: string;
  storage: string;
}) {
  await chown(storage, 1000, 1000);
  const { bundle, inside, healthCheck, graceMs } = await writeBundle({ work, name, storage });
  const runtime = await findRuntime(work);
  const child = spawn(runtime.file, [...runtime.args, "run", "--bundle", bundle, id], {
    env: { ...process.env, ...runtime.settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(([code]) => code);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const ended = exited.then(() => assert.fail(`the server ended before it served:\n${output}`));
  ended.catch(() => undefined);
  while (!started.test(output)) await Promise.race([once(child.stdout, "data"), ended]);
  const { output: state } = await runQuietly(
    runtime.file,
    [...runtime.args, "state", id],
    runtime.settings,
  );
  const run = (command: string[]) => runIn(JSON.parse(state).pid, inside, command);
  return {
    run,
    healthCheck: () => run(healthCheck),
    signUp: (email: string) => ask(run, signUpScript(email)),
    statusOf: (path: string) => ask(run, `(await fetch(origin + "${path}")).status`),
    stop: () => stop(runtime, exited, graceMs),
  };
}

async function findRuntime(work: string): Promise<Runtime> {
  const program = await findServer("runc");
  assert(program, "runc is missing");
  return { ...program, args: ["--root", join(work, "containers")] };
}

/**
 * Runs a command inside, as `docker compose exec` does. Without `runc exec`, which does not find the files of the
 * container when this proof itself runs in a changed root.
 */
function runIn(
  pid: number,
  { user, env }: { user: { uid: number; gid: number }; env: string[] },
  command: string[],
) {
  const spaces = ["--mount", "--net", "--pid", "--ipc", "--uts", "--root", "--wd"];
  const owner = ["--setuid", `${user.uid}`, "--setgid", `${user.gid}`];
  const entered = ["--target", `${pid}`, ...spaces, ...owner];
  return runQuietly("nsenter", [
    ...entered,
    "/usr/bin/env",
    "--ignore-environment",
    ...env,
    ...command,
  ]);
}

/** Evaluates an expression inside, because the network of the container is its own. */
async function ask(run: (command: string[]) => Promise<{ output: string }>, expression: string) {
  const script = `const origin = "http://127.0.0.1"; console.log(${expression})`;
  const { output } = await run(["node", "--input-type=module", "--eval", script]);
  return Number(output) || output;
}

function signUpScript(email: string) {
  const lead = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
  return `(await fetch(origin + "/functions/v1/add-contact-active-campaign", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: /name="apikey" value="([^"]+)"/.exec(await (await fetch(origin)).text())[1],
    },
    body: ${JSON.stringify(lead)},
  })).status`;
}

/** Sends SIGTERM and, after the `stop_grace_period` of deploy/compose.yaml, SIGKILL; the code is then not 0. */
async function stop(
  { file, args, settings }: Runtime,
  exited: Promise<number | null>,
  graceMs: number,
) {
  const kill = (signal: string) => runQuietly(file, [...args, "kill", id, signal], settings);
  await kill("TERM");
  const killing = setTimeout(() => kill("KILL"), graceMs);
  const code = await exited;
  clearTimeout(killing);
  assert.equal(code, 0, `the server ended with ${code} after SIGTERM`);
}

import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runQuietly } from "#scripts/setup/run.mjs";
import { findProgram } from "#tests/all/programs.ts";

/** Runs Podman without failing, and returns what it printed. */
export type Podman = (...args: string[]) => ReturnType<typeof runQuietly>;

/** Podman, which needs no daemon, with all of its own in the work folder. */
export async function preparePodman(work: string): Promise<Podman> {
  const [program, conmon, runc] = ["podman", "conmon", "runc"].map(findProgram);
  assert(program && conmon && runc, "podman, conmon or runc is missing");
  // It looks in the home folder for the images that it may take: all.
  const home = join(work, ".config/containers");
  await mkdir(home, { recursive: true });
  const policy = { default: [{ type: "insecureAcceptAnything" }] };
  await writeFile(join(home, "policy.json"), JSON.stringify(policy));
  const own = [
    ...["--root", join(work, "images"), "--runroot", join(work, "run"), "--tmpdir", work],
    ...["--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", "--events-backend", "file"],
    ...["--conmon", conmon, "--runtime", runc],
  ];
  return (...args) => runQuietly(program, [...own, ...args], { HOME: work });
}

/** What Podman printed. When it fails, the proof ends. */
export async function printed(outcome: ReturnType<Podman>): Promise<string> {
  const { ok, output } = await outcome;
  assert(ok, `Podman failed:\n${output}`);
  return output.trim();
}

/** Low enough for a root who may not raise any. */
export const limits = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runQuietly } from "#scripts/setup/run.mjs";
import { findProgram } from "#tests/all/programs.ts";

/** Runs Podman and returns its output; a failure of Podman throws no error. */
export type Podman = (...args: string[]) => ReturnType<typeof runQuietly>;

/** Prepares Podman, which needs no daemon; all its files are in the work folder. */
export async function preparePodman(work: string): Promise<Podman> {
  const [program, conmon, runc] = ["podman", "conmon", "runc"].map(findProgram);
  assert(program && conmon && runc, "podman, conmon or runc is missing");
  // Podman looks in the home folder for its policy on images: all images are allowed.
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

/** The output of Podman. If Podman failed, the proof ends. */
export async function printed(outcome: ReturnType<Podman>): Promise<string> {
  const { ok, output } = await outcome;
  assert(ok, `Podman failed:\n${output}`);
  return output.trim();
}

/** These limits are so low that a root user who may not raise limits can set them. */
export const limits = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

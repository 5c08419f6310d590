import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runQuietly } from "#scripts/setup/run.mjs";
import { findServer } from "#tests/all/programs.ts";

export const standIn = "localhost/stand-in";
export const standInOfRestic = "localhost/stand-in-of-restic";

/** Runs buildah with a store of its own in the work folder, and returns what it printed. */
export async function buildah(work: string, args: string[]) {
  const program = await findServer("buildah");
  assert(program, "buildah is missing");
  await writePolicy(work);
  const store = ["--root", join(work, "images"), "--runroot", join(work, "run")];
  const own = [...store, "--storage-driver", "vfs"];
  const outcome = await runQuietly(program.file, [...own, ...args], {
    ...program.settings,
    HOME: work,
  });
  assert(outcome.ok, `buildah ${args[0]} failed:\n${outcome.output}`);
  return outcome.output.trim();
}

/** Lets buildah take every image. It looks for this file in the home folder. */
async function writePolicy(work: string) {
  const folder = join(work, ".config/containers");
  await mkdir(folder, { recursive: true });
  const policy = { default: [{ type: "insecureAcceptAnything" }] };
  await writeFile(join(folder, "policy.json"), JSON.stringify(policy));
}

/**
 * Builds an image and returns the hashes of its layers. The hash of the whole image is no help here, because buildah
 * writes a name of its own into each image in Docker's format.
 */
export async function buildImage({
  work,
  name,
  sources,
  settings,
}: {
  work: string;
  name: string;
  sources: string;
  settings: Record<string, string>;
}) {
  const runc = await findServer("runc");
  assert(runc, "runc is missing");
  const cache = join(work, "npm");
  await mkdir(cache, { recursive: true });
  await buildah(work, [
    ...["build", "--pull-never", "--network", "host"],
    // With "chroot" buildah would start itself again without the libraries that were unpacked for it.
    ...["--isolation", "oci", "--runtime", runc.file],
    // Docker's format has a health check, OCI's has none.
    ...["--format", "docker", "--timestamp", settings["SOURCE_DATE_EPOCH"] ?? "0"],
    ...["--volume", `${cache}:/root/.npm`],
    ...Object.entries({
      NODE_IMAGE: standIn,
      RESTIC_IMAGE: standInOfRestic,
      ...settings,
    }).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]),
    ...["--file", join(sources, "deploy/Containerfile"), "--tag", image(name), sources],
  ]);
  return (await inspect(work, name)).OCIv1.rootfs.diff_ids.join();
}

/** What the Containerfile says about running the image. */
export async function imageSettings(work: string, name: string) {
  return (await inspect(work, name)).Docker.config;
}

async function inspect(work: string, name: string) {
  return JSON.parse(await buildah(work, ["inspect", "--type", "image", image(name)]));
}

/** The folder with the files of the image. */
export async function imageFolder(work: string, name: string) {
  const container = await buildah(work, ["from", "--pull-never", image(name)]);
  return buildah(work, ["mount", container]);
}

function image(name: string) {
  return `localhost/${name}`;
}

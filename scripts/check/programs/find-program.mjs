// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { runQuietly } from "#scripts/setup/run-quietly.mjs";

/** @typedef {"caddy" | "nginx" | "buildah" | "runc"} ProgramName */
/** @typedef {{ file: string, settings: Record<string, string> }} Program a file, and the environment variables that it needs */

/**
 * Also the names of Debian's packages.
 * @type {ProgramName[]}
 */
export const programNames = ["caddy", "nginx", "buildah", "runc"];

/** The argument that makes a program print its version. */
const versionArgument = { caddy: "version", nginx: "-v", buildah: "--version", runc: "--version" };

export const unpackedFolder = "build/programs";

/**
 * Finds a program that runs: on the PATH, where Debian keeps servers, or among the unpacked packages.
 * @param {ProgramName} name
 * @returns {Promise<Program | undefined>}
 */
export async function findProgram(name) {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  const installed = [...path, "/usr/sbin"].map((folder) => ({
    file: join(folder, name),
    settings: {},
  }));
  for (const program of [...installed, ...unpacked(name)])
    if (existsSync(program.file) && (await runs(program, versionArgument[name]))) return program;
  return undefined;
}

/** @param {ProgramName} name */
function unpacked(name) {
  const settings = { LD_LIBRARY_PATH: unpackedLibraries().join(delimiter) };
  return ["usr/bin", "usr/sbin"].map((folder) => ({
    file: resolve(unpackedFolder, folder, name),
    settings,
  }));
}

/** Returns the folders of the libraries: Debian names them after the processor, for example x86_64-linux-gnu. */
function unpackedLibraries() {
  const parents = ["usr/lib", "lib"].map((folder) => resolve(unpackedFolder, folder));
  return parents
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => folder.includes("-linux-"));
}

/**
 * @param {Program} program
 * @param {string} argument
 */
async function runs({ file, settings }, argument) {
  return (await runQuietly(file, [argument], settings)).ok;
}

// @ts-check
import { spawn } from "node:child_process";

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Runs a command without printing, and returns its output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [settings] environment variables to add
 * @returns {Promise<Outcome>}
 */
export function runQuietly(command, args, settings = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Ends the command when this process ends, because otherwise the command would go on writing files.
  const stop = () => child.kill();
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    /** @param {boolean} ok */
    const end = (ok) => resolve({ ok, output });
    child.on("close", (code) => end(code === 0));
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
  });
}

/**
 * Runs a JavaScript file of node_modules without printing, with this Node and without a shell.
 * @param {string} file for example "vite/bin/vite.js"
 * @param {string[]} args
 * @param {Record<string, string>} [settings]
 */
export function runPackage(file, args, settings) {
  return runQuietly(process.execPath, [`node_modules/${file}`, ...args], settings);
}

/**
 * Runs npm without printing: the npm that started this process, or otherwise the npm on the PATH.
 * @param {string[]} args
 */
export function runNpm(args) {
  const cli = process.env["npm_execpath"];
  if (cli?.endsWith("npm-cli.js")) return runQuietly(process.execPath, [cli, ...args]);
  return runQuietly("npm", args);
}

/**
 * Installs the packages that the lock in a folder names. npm runs no script of a package, and compares each package
 * with its checksum.
 * @param {string} folder
 * @param {string[]} args
 */
export function runNpmCi(folder, ...args) {
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund"];
  return runNpm(["ci", "--prefix", folder, ...quietly, ...args]);
}

/** The milliseconds between two dots that are printed while the work is not finished. */
const dotEveryMs = 10_000;

/**
 * Prints one line about work that takes long: its title, a dot every ten seconds, its result and its duration. Without
 * the dots, minutes of work would look like a failure.
 * @template Outcome
 * @param {string} title what is being done, and about how long it takes
 * @param {() => Promise<Outcome>} work
 * @param {(outcome: Outcome, seconds: number) => string} summary
 * @returns {Promise<Outcome>}
 */
export async function withProgress(title, work, summary) {
  process.stdout.write(`${title} …`);
  const started = performance.now();
  const timer = setInterval(() => process.stdout.write("."), dotEveryMs);
  const outcome = await work().finally(() => clearInterval(timer));
  const seconds = (performance.now() - started) / 1000;
  console.log(` ${summary(outcome, seconds)}`);
  return outcome;
}

/**
 * @param {{ ok: boolean }} outcome
 * @param {number} seconds
 */
export function doneOrFailed({ ok }, seconds) {
  const duration = seconds.toFixed(1).replace(".", ",");
  return `${ok ? "pronto" : "falhou"} (${duration} s)`;
}

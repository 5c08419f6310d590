// @ts-check
// Follows the README in a clean clone: `npm start`, a sign-up, Ctrl-C, `npm start` again. Ends with 1 and the reason
// when a promise is broken.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";

const folder = process.argv[2] ?? ".";
const email = "primeira.inscricao@example.com";
const laterEmail = "segunda.inscricao@example.com";

try {
  await prove();
} catch (error) {
  console.error(`npm start on a clean clone: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

async function prove() {
  const first = await start();
  assert(!existsSync(`${folder}/node_modules/vitest`), "it installed development packages");
  await provePage(first.url);
  await signUp(first.url, email);
  await first.stop();

  const second = await start();
  assert(
    !/Instalando|Gerando/.test(second.output()),
    `the second start installed or built again:\n${second.output()}`,
  );
  assert((await leads()).includes(email), "the sign-up is not in `npm run leads -- list`");
  // Another version may be built and removed, and other packages installed, beside a running server.
  for (const name of ["node_modules", "build", "dist"])
    rmSync(`${folder}/${name}`, { recursive: true });
  await provePage(second.url);
  await signUp(second.url, laterEmail);
  await second.stop();

  console.log(
    `npm start on a clean clone: first ${first.seconds} s, second ${second.seconds} s; it serves the page, keeps a sign-up, also when its files are gone, and Ctrl-C ends it`,
  );
}

/** Starts npm in its own process group, as in a terminal: Ctrl-C then reaches both npm and the server. */
async function start() {
  const began = performance.now();
  const npm = run(["start"]);
  const ended = once(npm.child, "exit").then(() => {
    throw new Error(`it ended before it served:\n${npm.output()}`);
  });
  const url = await Promise.race([printedAddress(npm), ended]);
  ended.catch(() => undefined);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { url, seconds, output: npm.output, stop: () => interrupt(npm.child, url) };
}

/** @param {ReturnType<typeof run>} npm */
async function printedAddress({ child, output }) {
  for (;;) {
    const [address] = /http:\/\/localhost:\d+/.exec(output()) ?? [];
    if (address) return address;
    await once(child.stdout, "data");
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} url
 */
async function interrupt(child, url) {
  assert(child.pid);
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGINT");
  await exited;
  await assert.rejects(fetch(url), undefined, "the server still answers after Ctrl-C");
}

/** @param {string} url */
async function provePage(url) {
  const page = await (await fetch(url)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
  assert(script, "the page is not served");
  assert((await fetch(`${url}${script}`)).ok, "a script of the page is not served");
}

/**
 * @param {string} url
 * @param {string} email
 */
async function signUp(url, email) {
  const answer = await fetch(`${url}/functions/v1/add-contact-active-campaign`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: await publicKey(url) },
    body: JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" }),
  });
  assert.equal(answer.status, 200, "the sign-up was not accepted");
}

/**
 * Reads the public key from the page, where every visitor's form has it.
 * @param {string} url
 */
async function publicKey(url) {
  const page = await (await fetch(url)).text();
  return /name="apikey" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

async function leads() {
  const npm = run(["run", "--silent", "leads", "--", "list"]);
  await once(npm.child, "exit");
  return npm.output();
}

/** @param {string[]} args */
function run(args) {
  const child = spawn("npm", args, {
    cwd: folder,
    // Port 0: the system picks a free one.
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return { child, output: () => output };
}

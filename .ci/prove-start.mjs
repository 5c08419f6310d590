// @ts-check
// Follows the README in a clean clone: `npm start`, a sign-up, Ctrl-C, `npm start` again. The program ends with code 1
// and the reason when a promise of the README is broken.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const folder = process.argv[2] ?? ".";
const emails = ["primeira.inscricao@example.com", "segunda.inscricao@example.com"];

const first = await start();
assert(!existsSync(`${folder}/node_modules/vitest`), "it installed development packages");
await signUp(first.url, emails[0]);
await first.stop();

const second = await start();
const again = `the second start installed or built again:\n${second.output()}`;
assert(!/Instalando|Gerando/.test(second.output()), again);
const list = npm("run", "--silent", "leads", "--", "list");
await once(list.child, "close");
assert(list.output().includes(emails[0] ?? ""), "the sign-up is not in `npm run leads -- list`");
// A running server must not need its files: another version may be built, and other packages installed, meanwhile.
for (const name of ["node_modules", "build", "dist"])
  rmSync(`${folder}/${name}`, { recursive: true });
await signUp(second.url, emails[1]);
await second.stop();

console.log(
  `npm start on a clean clone: first ${first.seconds} s, second ${second.seconds} s; it serves the page, keeps a sign-up, also when its files are gone, and Ctrl-C ends it`,
);

async function start() {
  const began = performance.now();
  const { child, output } = npm("start");
  let url;
  while (!url) {
    assert.equal(child.exitCode, null, `it ended before it served:\n${output()}`);
    await sleep(20);
    url = /http:\/\/localhost:\d+/.exec(output())?.[0];
  }
  const address = url;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const stop = async () => {
    const exited = once(child, "exit");
    process.kill(-Number(child.pid), "SIGINT");
    await exited;
    await assert.rejects(fetch(address), undefined, "the server still answers after Ctrl-C");
  };
  return { url: address, seconds, output, stop };
}

/**
 * Reads the page and one of its scripts, and signs up with the public key from the form of the page.
 * @param {string} url
 * @param {string | undefined} email
 */
async function signUp(url, email) {
  const page = await (await fetch(url)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
  assert(script, "the page is not served");
  assert((await fetch(`${url}${script}`)).ok, "a script of the page is not served");
  const apikey = /name="apikey" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = await fetch(`${url}/functions/v1/add-contact-active-campaign`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey },
    body: JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" }),
  });
  assert.equal(answer.status, 200, "the sign-up was not accepted");
}

/**
 * Runs npm in its own process group, as a terminal does: Ctrl-C then reaches both npm and the server.
 * @param {string[]} args
 */
function npm(...args) {
  // With port 0 the system picks a free port.
  const env = { ...process.env, PORT: "0" };
  const child = spawn("npm", args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

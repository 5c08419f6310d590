// @ts-check
import { Agent, request } from "node:http";

/** @type {import("./flood.ts").Flood & { path: string, key: string }} */
const flood = JSON.parse(process.argv[2] ?? "{}");
const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
/** @type {import("./flood.ts").FloodResult} */
const result = { statuses: {}, acknowledged: [], refusedWithoutRetryAfter: 0, failed: 0 };

await Promise.all(Array.from({ length: flood.connections }, (_, index) => signUpOften(index)));
agent.destroy();
process.stdout.write(JSON.stringify(result));

/** @param {number} index */
async function signUpOften(index) {
  for (let count = 0; count < flood.each; count++) {
    const email = `flood-${index}-${count}@example.com`;
    await signUp(email).catch(() => {
      result.failed += 1;
    });
  }
}

/**
 * @param {string} email
 * @returns {Promise<void>}
 */
function signUp(email) {
  const body = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
  const address = inventAddress();
  const headers = {
    apikey: flood.key,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-forwarded-for": flood.from === "many" ? address : `${address}, ${flood.from}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${flood.url}${flood.path}`, { method: "POST", agent, headers });
    sent.once("error", reject).once("response", (response) => {
      countAnswer(response, email);
      response.resume().once("end", resolve).once("error", reject);
    });
    sent.end(body);
  });
}

function inventAddress() {
  const part = () => Math.floor(256 * Math.random());
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * @param {import("node:http").IncomingMessage} response
 * @param {string} email
 */
function countAnswer({ statusCode = 0, headers }, email) {
  result.statuses[statusCode] = (result.statuses[statusCode] ?? 0) + 1;
  if (statusCode === 200) result.acknowledged.push(email);
  else if (!headers["retry-after"]) result.refusedWithoutRetryAfter += 1;
}

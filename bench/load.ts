import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";

type Load = { url: string; seconds: number; connections: number };

const maxAnswerMs = 10_000;

/** Sends sign-ups on connections that stay open, as fast as the server answers. */
export async function sendLoad({ url, seconds, connections }: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // Accepted is what was answered with 200; failed, what got another status or no answer.
  const result = { accepted: 0, failed: 0 };
  const startedAt = performance.now();
  const send = async () => {
    while (performance.now() < startedAt + seconds * 1_000)
      if ((await signUp(url, agent)) === 200) result.accepted += 1;
      else result.failed += 1;
  };
  await Promise.all(Array.from({ length: connections }, send));
  agent.destroy();
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return { ...result, perSecond: Math.round(result.accepted / tookSeconds) };
}

let visitors = 0;

/** A new visitor, with an e-mail and a network address that no other visitor has. Returns the status; 0 without an answer. */
function signUp(url: string, agent: Agent): Promise<number> {
  visitors += 1;
  const address = [visitors >> 16, visitors >> 8, visitors].map((part) => part & 255).join(".");
  const headers = {
    "content-type": "application/json",
    apikey: links.publicKey,
    // In the form of the page's own keys.
    [idempotencyHeader]: `${Date.now().toString(36)}${randomUUID().replaceAll("-", "")}`,
    "x-forwarded-for": `10.${address}`,
  };
  const body = JSON.stringify({
    name: `Visitante ${visitors} de Exemplo`,
    email: `visitante${visitors}@exemplo.com`,
    whatsapp: "(11) 98765-4321",
  });
  return new Promise((answered) => {
    const options = { method: "POST", headers, agent, timeout: maxAnswerMs };
    const sent = request(`${url}${addContactPath}`, options, (answer) => {
      answer.resume().on("end", () => answered(answer.statusCode ?? 0));
    });
    sent
      .on("timeout", () => sent.destroy())
      .on("error", () => answered(0))
      .end(body);
  });
}

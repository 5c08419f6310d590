import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signUp } from "./sign-up-load.ts";

/** Fewer than the 511 connections that may wait at a server: further ones would be reset while it is held up. */
const maxSockets = 256;

/**
 * Sends each sign-up at its time, whether the earlier ones are answered or not. Returns the time of each in milliseconds.
 * autocannon would send those of each second in one burst, at full speed.
 */
export async function steadyLoad(load: {
  url: string;
  seconds: number;
  perSecond: number;
}): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const count = load.perSecond * load.seconds;
  const startedAt = performance.now();
  const sent: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAt + (index * 1_000) / load.perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(timeOfSignUp(load.url, agent));
  }
  const times = await Promise.all(sent);
  agent.destroy();
  return times;
}

function timeOfSignUp(url: string, agent: Agent): Promise<number> {
  const { headers, body } = signUp();
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`A sign-up was answered with ${answer.statusCode}.`));
      });
    });
    sending.on("error", reject).end(body);
  });
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

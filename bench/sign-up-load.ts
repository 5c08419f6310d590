import autocannon from "autocannon";
import { links } from "#content/links.ts";

export type LoadResult = {
  perSecond: number;
  accepted: number;
  refused: number;
};

/** The connections of all loads that run at the same time, together. */
const allConnections = 64;

let visitors = 0;

/**
 * Sends sign-ups on 64 connections, or on their share if `loads` run at the same time, each sign-up by another visitor:
 * as fast as the server answers, or `perSecond` in each second.
 */
export async function signUpLoad(load: {
  url: string;
  seconds: number;
  perSecond?: number;
  loads?: number;
}): Promise<LoadResult> {
  const { url, seconds, perSecond, loads = 1 } = load;
  const result = await autocannon({
    url,
    connections: allConnections / loads,
    duration: seconds,
    method: "POST",
    requests: [{ setupRequest: (request) => ({ ...request, ...signUp() }) }],
    ...(perSecond ? { overallRate: perSecond } : {}),
  });
  return {
    perSecond: Math.round(result["2xx"] / result.duration),
    accepted: result["2xx"],
    refused: result.non2xx + result.errors,
  };
}

/** The request of a sign-up by a new visitor, with a new e-mail address and a new network address. */
export function signUp() {
  visitors += 1;
  const address = [visitors >> 16, visitors >> 8, visitors].map((part) => part & 255).join(".");
  return {
    headers: {
      "content-type": "application/json",
      apikey: links.publicKey,
      "x-forwarded-for": `10.${address}`,
    },
    body: JSON.stringify({
      name: `Visitante ${visitors} de Exemplo`,
      email: `visitante${visitors}@exemplo.com`,
      whatsapp: "(11) 98765-4321",
    }),
  };
}

import autocannon from "autocannon";
import { links } from "#content/links.ts";

export type Load = { url: string; seconds: number; perSecond?: number };
export type LoadResult = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  accepted: number;
  refused: number;
};

const connections = 64;

let visitors = 0;

/** Sixty-four visitors at a time, each with an address and answers of their own, as fast as they are answered. */
export async function signUpLoad({ url, seconds, perSecond }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: "POST",
    requests: [{ setupRequest: (request) => ({ ...request, ...signUp() }) }],
    ...(perSecond ? { overallRate: perSecond } : {}),
  });
  return {
    perSecond: Math.round(result["2xx"] / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    accepted: result["2xx"],
    refused: result.non2xx + result.errors,
  };
}

/** Of a visitor who was not here before, at an address where nobody was. */
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

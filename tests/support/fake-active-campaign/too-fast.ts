import { type Answer, json } from "./answer.ts";

export function tooFast(retryAfter?: string, requestsPerSecond = 5): Answer {
  const headers = { "RateLimit-Limit": `${requestsPerSecond}`, "RateLimit-Remaining": "0" };
  const asked = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  return json(429, { message: "Rate limit exceeded" }, { ...headers, ...asked });
}

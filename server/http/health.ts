/** Tells that the process answers; whether it can also store is another question. */
export function answerHealth(): Response {
  return new Response("ok\n", { headers: { "Cache-Control": "no-store" } });
}

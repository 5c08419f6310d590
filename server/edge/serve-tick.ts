import { serveOnEdge } from "./platform.ts";
import { createTickFunction } from "./tick-function.ts";

/** Missing in Deno itself, which ends no process after an answer: https://supabase.com/docs/guides/functions/background-tasks */
declare const EdgeRuntime: { waitUntil(work: Promise<void>): void } | undefined;

declare function addEventListener(type: "beforeunload", listener: () => void): void;

const stopping = new AbortController();
// The platform sends this event shortly before it ends an instance.
addEventListener("beforeunload", () => stopping.abort());

serveOnEdge((env, log) =>
  createTickFunction(env, log, {
    stopping: stopping.signal,
    workOn(work) {
      if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
    },
  }),
);

import { createConsoleLog } from "./console-log.ts";
import { createTickFunction } from "./tick-function.ts";

const stopping = new AbortController();
// The platform sends this event shortly before it ends an instance.
addEventListener("beforeunload", () => stopping.abort());

Deno.serve(
  createTickFunction(Deno.env.toObject(), createConsoleLog(), {
    stopping: stopping.signal,
    workOn(work) {
      if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
    },
  }),
);

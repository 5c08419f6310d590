/** What we use of an edge platform: https://docs.deno.com/api/deno/ and https://supabase.com/docs/guides/functions/background-tasks */
declare const Deno: {
  env: { toObject(): Record<string, string> };
  serve(handler: (request: Request) => Response | Promise<Response>): unknown;
};

/** Missing in Deno itself, which ends no process after an answer. */
declare const EdgeRuntime: { waitUntil(work: Promise<void>): void } | undefined;

declare function addEventListener(type: "beforeunload", listener: () => void): void;

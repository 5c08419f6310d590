// Plays the hosted platform for one of our functions, in Deno: it listens on a free port of this machine, and leaves the
// beginning of the path out, as the platform does (https://supabase.com/docs/guides/functions/routing).
const { serve } = Deno;
const onListen = ({ port }) => console.log(`http://127.0.0.1:${port}`);
const shortened = (request) => new Request(request.url.replace("/functions/v1/", "/"), request);

Deno.serve = (answer) =>
  serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) => answer(shortened(request)));
globalThis.EdgeRuntime = { waitUntil: () => undefined };

await import(Deno.args[0]);

// Stands for what a program finds on the port of the site: the site itself, or nothing.
globalThis.fetch = () =>
  process.env["SITE_RUNS"]
    ? Promise.resolve(new Response("ok\n"))
    : Promise.reject(new Error("nothing answers"));

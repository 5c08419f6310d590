import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";

const statePath = "/_dev/state";

/** Reloads the page when another build is served than when it was loaded, and lays mistakes over it until then. */
const scriptOf = (builds: number) => `<script>
setInterval(async () => {
  const { builds, mistakes } = await (await fetch("${statePath}")).json();
  if (builds !== ${builds}) return location.reload();
  if (mistakes === "") return;
  const shown = document.querySelector("#dev-mistakes") ?? document.createElement("pre");
  shown.id = "dev-mistakes";
  shown.popover = "manual";
  shown.textContent = mistakes;
  shown.style = "margin:auto;padding:2rem;max-width:90vw;font-size:1rem;white-space:pre-wrap;color:#fff;background:#300";
  document.body.append(shown);
  shown.showPopover?.();
}, 1_000);
</script>`;

/**
 * Stands before the built server, which is started again after each save: adds to each page the script that reloads it
 * and shows mistakes.
 */
export async function reloadingProxy(port: number) {
  let target: string | undefined;
  let mistakes = "";
  let builds = 0;
  const waiting = () =>
    new Response(
      `<!doctype html><title>npm run dev</title><body>Gerando a página…${scriptOf(builds)}`,
      { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
    );
  const app = new Hono();
  app.get(statePath, (context) => context.json({ builds, mistakes }));
  app.all("*", async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const headers = { ...req.header(), "if-none-match": undefined };
    const answer =
      target === undefined
        ? waiting()
        : await proxy(`${target}${pathname}${search}`, {
            raw: req.raw,
            headers,
            redirect: "manual",
          }).catch(waiting);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer;
    const page = new Response((await answer.text()) + scriptOf(builds), answer);
    page.headers.delete("content-length");
    // The page's policy allows no script but its own.
    page.headers.delete("content-security-policy");
    return page;
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  // As the server of `npm start`, so that the two cannot have the same address.
  server.listen(port, "localhost");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    hasMistakes: () => mistakes !== "",
    showMistakes(text: string) {
      mistakes = text;
    },
    /** Goes on with the server at this address; without one, pages wait. */
    serve(url: string | undefined) {
      target = url;
      mistakes = "";
      builds += 1;
    },
  };
}

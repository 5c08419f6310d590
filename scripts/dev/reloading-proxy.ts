import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:http";

const eventsPath = "/_dev/events";

/** Reloads the page when the server tells it to, and lays mistakes over the page until then. */
const script = `<script>
new EventSource("${eventsPath}").onmessage = ({ data }) => {
  const mistakes = JSON.parse(data);
  if (mistakes === "") return location.reload();
  const shown = document.querySelector("#dev-mistakes") ?? document.createElement("pre");
  shown.id = "dev-mistakes";
  shown.popover = "manual";
  shown.textContent = mistakes;
  shown.style = "margin:auto;padding:2rem;max-width:90vw;font-size:1rem;white-space:pre-wrap;color:#fff;background:#300";
  document.body.append(shown);
  shown.showPopover?.();
};
</script>`;

/**
 * Stands before the built server, which is started again after each save: adds to each page the script that reloads it
 * and shows mistakes.
 */
export async function reloadingProxy(port: number) {
  let target: string | undefined;
  let mistakes = "";
  const listeners: Set<ServerResponse> = new Set();
  const tell = () => {
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(mistakes)}\n\n`);
  };
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url !== eventsPath) {
      forward(target, incoming, outgoing);
      return;
    }
    outgoing.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    outgoing.flushHeaders();
    listeners.add(outgoing);
    outgoing.once("close", () => listeners.delete(outgoing));
    if (mistakes) outgoing.write(`data: ${JSON.stringify(mistakes)}\n\n`);
  });
  proxy.listen(port, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    hasMistakes: () => mistakes !== "",
    showMistakes(text: string) {
      mistakes = text;
      tell();
    },
    /** Goes on with the server at this address; without one, pages wait. */
    serve(url: string | undefined) {
      target = url;
      mistakes = "";
      tell();
    },
  };
}

function forward(target: string | undefined, incoming: IncomingMessage, outgoing: ServerResponse) {
  const wait = () =>
    outgoing
      .writeHead(503, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" })
      .end(`<!doctype html><title>npm run dev</title><body>Gerando a página…${script}`);
  if (target === undefined) {
    wait();
    return;
  }
  const headers = { ...incoming.headers, "accept-encoding": "identity" };
  delete headers["if-none-match"];
  const asked = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers });
  asked.on("error", () => (outgoing.headersSent ? outgoing.destroy() : wait()));
  asked.on("response", (answer) => {
    if (!answer.headers["content-type"]?.startsWith("text/html")) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    // The page's policy allows no script but its own.
    const { "content-security-policy": _, "content-length": __, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing, { end: false });
    answer.once("end", () => outgoing.end(incoming.method === "HEAD" ? undefined : script));
  });
  incoming.pipe(asked);
}

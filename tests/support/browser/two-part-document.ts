import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Serves the landing page as a slow network would: the part up to `lastText` at once, the rest after `sendRest`. */
export async function startTwoPartDocument(lastText: string) {
  const html = await readFile("dist/index.html", "utf8");
  const cut = html.indexOf(lastText) + lastText.length;
  let sendRest = () => {};
  const rest = new Promise<void>((resolve) => {
    sendRest = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.url !== "/")
      return response.writeHead(200, { "Content-Type": "text/javascript" }).end();
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.write(html.slice(0, cut));
    await rest;
    return response.end(html.slice(cut));
  }).listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://localhost:${port}/`, sendRest, stop: () => server.close() };
}

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type TwoPartDocument = { url: string; sendRest: () => void; stop: () => void };

/** Serves the landing page like a slow network: the part up to some words at once, the rest after `sendRest`. */
export async function startTwoPartDocument(lastWords: string): Promise<TwoPartDocument> {
  const html = await readFile("dist/index.html", "utf8");
  const cut = html.indexOf(lastWords) + lastWords.length;
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
  const { port } = addressOf(server.address());
  return { url: `http://localhost:${port}/`, sendRest, stop: () => server.close() };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address;
}

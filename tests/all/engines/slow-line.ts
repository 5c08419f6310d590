import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as startRequest,
} from "node:http";
import { onTestFinished } from "vitest";

export type SlowLine = {
  url: string;
  /** Sends the responses with scripts, which wait until this function is called. */
  letScriptsThrough: () => void;
  /** Cuts the slow line: its address refuses all connections after this call. */
  cut: () => void;
};

/** Starts a second address of the site, which can delay the scripts and can be disconnected. */
export async function startSlowLine(siteUrl: string): Promise<SlowLine> {
  const scripts = gate();
  const line = createServer(async (request, response) => {
    if (request.url?.endsWith(".js")) await scripts.open;
    forward(new URL(siteUrl), request, response);
  });
  line.listen(0, "localhost");
  await once(line, "listening");
  const address = line.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  const cut = () => {
    line.close();
    line.closeAllConnections();
  };
  onTestFinished(cut);
  const url = `http://localhost:${address.port}`;
  return { url, letScriptsThrough: scripts.letThrough, cut };
}

function gate() {
  let letThrough = () => {};
  const open = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  return { open, letThrough: () => letThrough() };
}

/** Forwards a request with the site's own address, because the product accepts sign-ups only from its own pages. */
function forward(
  { origin, hostname, port, host }: URL,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const headers = { ...request.headers, host, ...(request.headers.origin && { origin }) };
  const { method, url: path } = request;
  const onward = startRequest({ hostname, port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}

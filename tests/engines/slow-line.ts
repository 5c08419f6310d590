import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export type SlowLine = {
  url: string;
  /** Lets the scripts through, which wait until this is called. */
  letScriptsThrough: () => void;
  /** Makes the address refuse every connection. */
  cut: () => void;
};

/** Starts a second address of the site, which can hold up scripts and can be cut off. */
export async function startSlowLine(siteUrl: string): Promise<SlowLine> {
  const scripts = gate();
  const line = createServer(async (asked, answer) => {
    if (asked.url?.endsWith(".js")) await scripts.open;
    pass(new URL(siteUrl), asked, answer);
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
  return { url: `http://localhost:${address.port}`, letScriptsThrough: scripts.letThrough, cut };
}

function gate() {
  let letThrough = () => {};
  const open = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  return { open, letThrough: () => letThrough() };
}

/** Passes a request on under the site's own address, because the product accepts sign-ups only from its own pages. */
function pass(
  { origin, hostname, port, host }: URL,
  asked: IncomingMessage,
  answer: ServerResponse,
) {
  const headers = { ...asked.headers, host, ...(asked.headers.origin && { origin }) };
  const { method, url: path } = asked;
  const onward = request({ hostname, port, path, method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}

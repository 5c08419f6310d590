import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { close, listen } from "#fake-active-campaign/server.ts";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A server that receives messages and heartbeats over real HTTP; the test chooses its answers. */
export type Receiver = {
  url: string;
  /** All received requests, including the heartbeats. */
  received: Received[];
  answer: (response: ServerResponse) => void;
  /** The received messages in a short form, like `began lead-recusado`. */
  told(): string[];
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver: Receiver = {
    url: "",
    received,
    answer: (response) => response.end("ok"),
    told: () => received.filter(({ body }) => body !== "").map(({ body }) => inShort(body)),
  };
  const server = createServer(async (request, response) => {
    const { headers, url: path = "" } = request;
    received.push({ path, headers, body: await text(request) });
    receiver.answer(response);
  });
  receiver.url = await listen(server, 0);
  onTestFinished(() => close(server));
  return receiver;
}

function inShort(body: string): string {
  const { state, name } = JSON.parse(body);
  return `${state} ${name}`;
}

import { connect, type Socket } from "node:net";

export type BareAnswer = { status: string | undefined; headers: Headers; body: string };

/** A TCP connection on which a test can send any bytes as text. */
export type BareConnection = {
  socket: Socket;
  /** The text that the server has sent so far. */
  answered: () => string;
  ended: Promise<unknown>;
};

export function openConnection(url: string): BareConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  // Ignore this error: if the connection is reset, the text received before the reset counts.
  socket.on("error", () => undefined);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  return { socket, answered: () => answer, ended };
}

/** Sends the text, waits until the server has ended the connection, and returns the first answer. */
export async function sendBare(url: string, text: string): Promise<BareAnswer> {
  const { socket, answered, ended } = openConnection(url);
  socket.write(text, "latin1");
  await ended;
  return parseAnswer(answered());
}

export function parseAnswer(answer: string): BareAnswer {
  const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
  const [line = "", ...rest] = head.split("\r\n");
  const headers = rest
    .map((one) => one.split(/: (.*)/))
    .map(([name = "", value = ""]): [string, string] => [name, value]);
  return { status: /^HTTP\/1\.1 (\d+)/.exec(line)?.[1], headers: new Headers(headers), body };
}

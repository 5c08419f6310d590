import { connect, type Socket } from "node:net";

export type BareAnswer = { status: string | undefined; headers: Headers; body: string };

/** A connection on which anything can be said. What it said to us, and when it ended, can be asked. */
export type BareConnection = { socket: Socket; answered: () => string; ended: Promise<unknown> };

export function openConnection(url: string): BareConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  // Cut off in the middle: what was answered before counts.
  socket.on("error", () => undefined);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  return { socket, answered: () => answer, ended };
}

/** Says it, hangs up, and reads the first answer. */
export async function sayBare(url: string, text: string): Promise<BareAnswer> {
  const { socket, answered, ended } = openConnection(url);
  socket.end(text, "latin1");
  await ended;
  return readAnswer(answered());
}

export function readAnswer(answer: string): BareAnswer {
  const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
  const [line = "", ...rest] = head.split("\r\n");
  const headers = rest
    .map((one) => one.split(/: (.*)/))
    .map(([name = "", value = ""]): [string, string] => [name, value]);
  return { status: /^HTTP\/1\.1 (\d+)/.exec(line)?.[1], headers: new Headers(headers), body };
}

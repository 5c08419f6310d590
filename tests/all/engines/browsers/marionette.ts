import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";

export type Marionette = {
  send: <Result>(name: string, params?: object) => Promise<Result>;
};

type Answer<Result> = { failure: { error: string; message: string } | null; result: Result };

const limitMs = 60_000;
const colon = ":".charCodeAt(0);

/** Connects to Firefox by its own protocol: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, "127.0.0.1");
  const answers = new EventEmitter();
  const greeted = once(socket, "data");
  listen(socket, answers);
  await greeted;
  let lastId = 0;
  return {
    async send<Result>(name: string, params: object = {}) {
      lastId += 1;
      const text = JSON.stringify([0, lastId, name, params]);
      // The wait for an answer has a limit, because Firefox may have lost the command.
      const answered = once(answers, String(lastId), { signal: AbortSignal.timeout(limitMs) });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      const [answer] = await answered.catch((cause) => {
        throw new Error(`Firefox did not answer ${name}.`, { cause });
      });
      const { failure, result }: Answer<Result> = answer;
      if (failure) throw new Error(`${failure.error}: ${failure.message}`);
      return result;
    },
  };
}

function listen(socket: Socket, answers: EventEmitter): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
      rest = rest.subarray(frame.end);
      pass(answers, JSON.parse(frame.text));
    }
  });
  // When Firefox ends, this error stops all waits for answers to commands.
  const fail = () => answers.emit("error", new Error("Firefox has ended."));
  answers.on("error", () => undefined);
  socket.on("error", fail).on("close", fail);
}

/** The first complete message in the bytes: its length, a colon, and JSON. */
function frameOf(bytes: Buffer): { text: string; end: number } | undefined {
  const start = bytes.indexOf(colon) + 1;
  const end = start + Number(bytes.subarray(0, Math.max(0, start - 1)));
  if (start === 0 || bytes.length < end) return undefined;
  return { text: String(bytes.subarray(start, end)), end };
}

function pass(answers: EventEmitter, message: unknown): void {
  // Firefox's first message is a greeting, not an answer.
  if (!Array.isArray(message)) return;
  const [, id, failure, result] = message;
  answers.emit(String(id), { failure, result });
}

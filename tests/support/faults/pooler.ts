import { createServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { onTestFinished } from "vitest";
import { listenInFrontOf } from "./proxy.ts";

export type FaultPooler = {
  url: string;
  /** The number of transactions that each connection to Postgres has carried. */
  transactions: () => number[];
};

/** A connection to Postgres, and the client that uses it during a transaction. */
type Backend = { socket: Duplex; session: Session | undefined; transactions: number };
type Session = { socket: Socket; waiting: Buffer[]; backend: Backend | undefined };
type Pooler = { target: string; all: Set<Backend>; free: Backend[]; queue: Session[] };

/** https://www.postgresql.org/docs/18/protocol-message-formats.html */
const startupVersion = 196_608;
const refuseSsl = "N";
const terminate = "X";
const readyOutsideTransaction = "Z\0\0\0\x05I";
const authenticated = "R\0\0\0\x08\0\0\0\0";

/**
 * A small PgBouncer in transaction mode: all clients share a few connections to Postgres, and each transaction uses
 * the next free one. Settings that a client makes on one connection are not on the next. It ends with the test.
 */
export async function startFaultPooler(target: string, size: number): Promise<FaultPooler> {
  const pooler: Pooler = { target, all: new Set(), free: [], queue: [] };
  for (let count = 0; count < size; count++) await connectBackend(pooler);
  const server = createServer((socket) => acceptClient(pooler, socket));
  const url = await listenInFrontOf(target, server);
  onTestFinished(() => {
    server.close();
    for (const { socket } of pooler.all) socket.removeAllListeners("close").destroy();
  });
  return { url, transactions: () => [...pooler.all].map((backend) => backend.transactions) };
}

/**
 * Opens a connection to Postgres. `pg` logs in; after that the connection carries the messages of clients, and it is
 * replaced when it ends.
 */
async function connectBackend(pooler: Pooler): Promise<void> {
  const client = new pg.Client({ connectionString: pooler.target });
  client.on("error", () => undefined);
  await client.connect();
  const socket = client.connection.stream;
  socket.removeAllListeners("data");
  const backend: Backend = { socket, session: undefined, transactions: 0 };
  pooler.all.add(backend);
  pooler.free.push(backend);
  onMessage(socket, (message) => {
    backend.session?.socket.write(message);
    if (message.toString("latin1") === readyOutsideTransaction) giveBack(pooler, backend);
  });
  socket.on("close", () => {
    pooler.all.delete(backend);
    pooler.free = pooler.free.filter((one) => one !== backend);
    backend.session?.socket.destroy();
    void connectBackend(pooler).then(() => serveNext(pooler));
  });
}

function giveBack(pooler: Pooler, backend: Backend): void {
  if (backend.session) backend.session.backend = undefined;
  backend.session = undefined;
  backend.transactions += 1;
  pooler.free.push(backend);
  serveNext(pooler);
}

function serveNext({ free, queue }: Pooler): void {
  const [session] = queue;
  const backend = session && free.shift();
  if (!backend) return;
  queue.shift();
  session.backend = backend;
  backend.session = session;
  for (const message of session.waiting.splice(0)) backend.socket.write(message);
}

/** Accepts every client without a password, because the test is about transactions. */
function acceptClient(pooler: Pooler, socket: Socket): void {
  const session: Session = { socket, waiting: [], backend: undefined };
  socket.on("error", () => undefined);
  socket.on("close", () => removeClient(pooler, session));
  socket.once("data", (first) => {
    if (first.readInt32BE(4) !== startupVersion) socket.end(refuseSsl);
    else socket.write(`${authenticated}${readyOutsideTransaction}`, "latin1");
    onMessage(socket, (message) => forward(pooler, session, message));
  });
}

function forward(pooler: Pooler, session: Session, message: Buffer): void {
  if (message.toString("latin1", 0, 1) === terminate) return;
  if (session.backend) {
    session.backend.socket.write(message);
    return;
  }
  session.waiting.push(message);
  if (!pooler.queue.includes(session)) pooler.queue.push(session);
  serveNext(pooler);
}

/** Removes a client. Like PgBouncer, it ends a connection whose client leaves during a transaction. */
function removeClient({ queue }: Pooler, session: Session): void {
  session.backend?.socket.destroy();
  const place = queue.indexOf(session);
  if (place >= 0) queue.splice(place, 1);
}

/** Calls `use` for each whole message: a letter, the length of the rest, and the rest. A message can come in pieces. */
function onMessage(socket: Duplex, use: (message: Buffer) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("data", (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    for (let end = endOf(bytes); end <= bytes.length; end = endOf(bytes)) {
      use(bytes.subarray(0, end));
      bytes = bytes.subarray(end);
    }
  });
}

function endOf(bytes: Buffer): number {
  const headBytes = 5;
  return bytes.length < headBytes ? headBytes : 1 + bytes.readInt32BE(1);
}

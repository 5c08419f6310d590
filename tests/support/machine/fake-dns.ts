import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { createDns } from "#server/doctor/account-checks.ts";

/** What the fake knows of a name. A text in parts is sent as several strings of one record. */
export type FakeName =
  | "silence"
  | "servfail"
  | { txt?: readonly (string | readonly string[])[]; cname?: string };

/** Each name with what the DNS has there; a name that is not in the table does not exist. `*` stands for every name. */
export type FakeZone = Readonly<Record<string, FakeName>>;

type Asked = { name: string; type: number };
type Question = Asked & { bytes: Buffer };
type Answer = { code: number; records: Buffer[] };

const types = { cname: 5, txt: 16 } as const;
const codes = { fine: 0, serverFailed: 2, noSuchName: 3 } as const;
const headerLength = 12;
/** Set in a response: this is one, and recursion was asked for and is available. */
const responseFlags = 0x8180;
const timeToLiveSeconds = 60;
/** How long the client waits: a name that answers may do so late on a busy machine. */
const [shortMs, longMs] = [100, 60_000];

/**
 * Starts a DNS server on loopback, which ends with the test. `createDns` returns the product's own client, which asks
 * only this server.
 */
export async function startFakeDns(zone: FakeZone) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const response = respond(zone, query);
    if (response !== undefined) socket.send(response, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => close(socket));
  const server = `127.0.0.1:${socket.address().port}`;
  return {
    createDns() {
      const dns = createDns(Object.values(zone).includes("silence") ? shortMs : longMs);
      dns.setServers([server]);
      return dns;
    },
  };
}

async function close(socket: Socket): Promise<void> {
  socket.close();
  await once(socket, "close");
}

/** The format of the packets is in RFC 1035, section 4.1. */
function respond(zone: FakeZone, query: Buffer): Buffer | undefined {
  const question = readQuestion(query);
  const answer = answerTo(zone, question);
  if (answer === undefined) return undefined;
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(responseFlags | answer.code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer.records.length, 6);
  return Buffer.concat([header, question.bytes, ...answer.records]);
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    bytes: query.subarray(headerLength, at + 5),
  };
}

/** Follows the CNAME records of the table, as the DNS server of a provider does. */
function answerTo(zone: FakeZone, { name, type }: Asked): Answer | undefined {
  const known = zone[name] ?? zone["*"];
  if (known === "silence") return undefined;
  if (known === "servfail") return { code: codes.serverFailed, records: [] };
  if (known === undefined) return { code: codes.noSuchName, records: [] };
  const { cname, txt = [] } = known;
  if (cname !== undefined) {
    const first = record(name, types.cname, encodeName(cname));
    const rest = type === types.cname ? undefined : answerTo(zone, { name: cname, type });
    return { code: rest?.code ?? codes.fine, records: [first, ...(rest?.records ?? [])] };
  }
  const texts = type === types.txt ? txt : [];
  return {
    code: codes.fine,
    records: texts.map((text) => record(name, types.txt, encodeText(text))),
  };
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(timeToLiveSeconds, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}

function encodeName(name: string): Buffer {
  return Buffer.concat([...name.split(".").map(encodeString), Buffer.alloc(1)]);
}

function encodeText(text: string | readonly string[]): Buffer {
  return Buffer.concat([text].flat().map(encodeString));
}

function encodeString(text: string): Buffer {
  return Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
}

import type { AddressInfo } from "node:net";
import type { Hono } from "hono";
import { startRefusals } from "#phrases/greeting.ts";
import type { GracefulServer } from "./graceful-server.ts";
import { createHttpServer } from "./http-server.ts";

export type Listening =
  | { kind: "listening"; port: number; servers: GracefulServer[] }
  | { kind: "refused"; mistake: string };

type Address = { host: string; port: number };

/**
 * Browsers open `localhost` at one of these two network addresses. We listen on both, so that no other program answers
 * on one of them.
 */
const ipv4Loopback = "127.0.0.1";
const ipv6Loopback = "::1";

export async function listen(app: Hono, { host, port }: Address): Promise<Listening> {
  const server = createHttpServer(app);
  try {
    const opened = await open(server, { host: host === "localhost" ? ipv4Loopback : host, port });
    const others = host === "localhost" ? await listenOnIpv6(app, opened) : [];
    return { kind: "listening", port: opened, servers: [server, ...others] };
  } catch (error) {
    server.server.close();
    const mistake = explain(error, { host, port });
    if (mistake === undefined) throw error;
    return { kind: "refused", mistake };
  }
}

function open({ server }: GracefulServer, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve(portOf(server.address()) ?? port);
    });
  });
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === "object" ? address?.port : undefined;
}

/** Listens on IPv6 as well. A machine without IPv6 needs no second server. */
async function listenOnIpv6(app: Hono, port: number): Promise<GracefulServer[]> {
  const server = createHttpServer(app);
  try {
    await open(server, { host: ipv6Loopback, port });
    return [server];
  } catch (error) {
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(codeOf(error))) return [];
    throw error;
  }
}

function explain(error: unknown, { host, port }: Address): string | undefined {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return startRefusals.portTaken(host, port);
    case "EACCES":
      return startRefusals.portForbidden(host, port);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return startRefusals.wrongHost(host);
    default:
      return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

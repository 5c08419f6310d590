import type { DevTools } from "#tests/support/machine/chromium.ts";

/** Bytes that came over the network, with headers, for each kind of file. */
export type Bytes = Record<"document" | "style" | "script" | "font" | "picture" | "other", number>;
export type Transfers = { beforeLoad: Bytes; afterLoad: Bytes };

const kindOf: Record<string, keyof Bytes> = {
  Document: "document",
  Stylesheet: "style",
  Script: "script",
  Font: "font",
  Image: "picture",
};

type Received = { requestId: string; type: string };
type Finished = { requestId: string; timestamp: number; encodedDataLength: number };

/**
 * Starts counting the bytes that the page receives. Call the returned function for the sums when the page has loaded
 * everything.
 */
export function countTransfers(devTools: DevTools): () => Transfers {
  const typeOf = new Map<string, string>();
  const finished: { kind: keyof Bytes; at: number; bytes: number }[] = [];
  let loadedAt = Number.POSITIVE_INFINITY;
  devTools.on("Network.responseReceived", ({ requestId, type }: Received) =>
    typeOf.set(requestId, type),
  );
  devTools.on(
    "Network.loadingFinished",
    ({ requestId, timestamp, encodedDataLength }: Finished) => {
      const kind = kindOf[typeOf.get(requestId) ?? ""] ?? "other";
      finished.push({ kind, at: timestamp, bytes: encodedDataLength });
    },
  );
  devTools.on("Page.loadEventFired", ({ timestamp }: { timestamp: number }) => {
    loadedAt = timestamp;
  });
  return () => ({
    beforeLoad: sum(finished.filter(({ at }) => at <= loadedAt)),
    afterLoad: sum(finished.filter(({ at }) => at > loadedAt)),
  });
}

function sum(transfers: { kind: keyof Bytes; bytes: number }[]): Bytes {
  const total = { document: 0, style: 0, script: 0, font: 0, picture: 0, other: 0 };
  for (const { kind, bytes } of transfers) total[kind] += bytes;
  return total;
}

import { openDatabase, type Store } from "#server/storage/connection/open-database.ts";

/** What a process forked from this file says; on each store it is sent, it opens it. */
export type OpenerMessage = {
  kind: "ready" | "open" | "not-durable" | "unusable";
  reason?: string;
};

process.on("message", (store: Store) => void open(store));
say({ kind: "ready" });

async function open(store: Store): Promise<void> {
  const opened = await openDatabase(store);
  if (opened.kind !== "open") return say(opened);
  await opened.database.destroy();
  say({ kind: "open" });
}

function say(message: OpenerMessage): void {
  process.send?.(message);
}

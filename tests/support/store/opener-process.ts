import { openDatabase, type Store } from "#server/store/connection/open-database.ts";

/** A message from a process that was forked from this file. The process opens each store that it receives. */
export type OpenerMessage = {
  kind: "ready" | "open" | "outage";
  reason?: string;
};

process.on("message", (store: Store) => void open(store));
answer({ kind: "ready" });

async function open(store: Store): Promise<void> {
  const opened = await openDatabase(store);
  if (opened.kind !== "open") return answer(opened);
  await opened.database.destroy();
  answer({ kind: "open" });
}

function answer(message: OpenerMessage): void {
  process.send?.(message);
}

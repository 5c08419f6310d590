import { openDatabase, type Store } from "#server/store/open-store.ts";

/** A message from a process that runs this file. The process opens each store that is sent to it. */
export type OpenerMessage = {
  kind: "ready" | "open" | "failed";
  reason?: string;
};

process.on("message", (store: Store) => void open(store));
answer({ kind: "ready" });

async function open(store: Store): Promise<void> {
  try {
    await (await openDatabase(store)).destroy();
    answer({ kind: "open" });
  } catch (error) {
    answer({ kind: "failed", reason: String(error) });
  }
}

function answer(message: OpenerMessage): void {
  process.send?.(message);
}

import { load } from "./browser-storage.ts";

export const draftKey = "sign-up-draft";

/** Whether there may be a draft. It has a file of its own, because it runs before the islands with the draft are loaded. */
export function hasDraft(): boolean {
  return load("tab", draftKey) !== null;
}

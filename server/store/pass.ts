import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "./schema.ts";

/** The key that signs links and makes the codes of people; for a query. */
export const linkKey = sql<string>`(select link_key from event)`;

export async function readLinkKey(database: Database): Promise<string> {
  const row = database.selectFrom("event").select("link_key").executeTakeFirstOrThrow();
  return (await row).link_key;
}

export const personBytes = 16;
const signatureBytes = 8;

/**
 * The code of the person with this e-mail key, in hex. It is the same in every answer, and needs no look at the store: the
 * lead function gives it before a lead is derived. It cannot be computed without the link key.
 */
export function personOf(linkKey: string, emailKey: string): string {
  return shortHmac(linkKey, `person ${emailKey}`, personBytes).toString("hex");
}

/** The text in a person's links by which the server recognizes the person: the code with our signature. */
export function passOf(linkKey: string, person: string): string {
  const signature = shortHmac(linkKey, `pass ${person}`, signatureBytes);
  return Buffer.concat([Buffer.from(person, "hex"), signature]).toString("base64url");
}

function shortHmac(linkKey: string, text: string, bytes: number): Buffer {
  // A text costs half as much as a new buffer from the crypto library.
  const hash = createHmac("sha256", linkKey).update(text).digest("hex");
  return Buffer.from(hash, "hex").subarray(0, bytes);
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { paths } from "#content/paths.ts";
import { passParameter } from "#lead/contract.ts";
import type { Database } from "./schema.ts";

/** The SQL expression for the key that signs links and makes the codes of people. */
export const linkKey = sql<string>`(select link_key from event)`;

export async function readLinkKey(database: Database): Promise<string> {
  const row = database.selectFrom("event").select("link_key").executeTakeFirstOrThrow();
  return (await row).link_key;
}

const personBytes = 16;
const signatureBytes = 8;

/**
 * The code of the person with this e-mail key, in hex. The code never changes and is computed without the store: the
 * answer to a sign-up contains it before a lead is derived. It cannot be computed without the link key.
 */
export function personOf(linkKey: string, emailKey: string): string {
  return shortHmac(linkKey, `person ${emailKey}`, personBytes).toString("hex");
}

/** The text in a person's links by which the server recognizes the person: the person's code with our signature. */
export function passOf(linkKey: string, person: string): string {
  const signature = shortHmac(linkKey, `pass ${person}`, signatureBytes);
  return Buffer.concat([Buffer.from(person, "hex"), signature]).toString("base64url");
}

function shortHmac(linkKey: string, text: string, bytes: number): Buffer {
  // A hash as text takes half as much time as a hash in a new buffer of the crypto library.
  const hash = createHmac("sha256", linkKey).update(text).digest("hex");
  return Buffer.from(hash, "hex").subarray(0, bytes);
}

/** Adds a person's pass, if there is one, to a path of our site. */
export function withPass(path: string, pass: string | undefined): string {
  return pass === undefined ? path : `${path}?${passParameter}=${pass}`;
}

/**
 * Returns the page that a visitor without script sees after a sign-up, with the pass of its URL in the links to the
 * group and the class. Undefined if the URL has no pass; the signature of the pass is not checked.
 */
export function withPassInLinks(html: string, url: string): string | undefined {
  const pass = new URL(url).searchParams.get(passParameter) ?? "";
  if (!/^[\w-]{32}$/.test(pass)) return undefined;
  return [paths.group, paths.otherGroup, paths.live].reduce(
    (text, path) => text.replaceAll(`href="${path}"`, `href="${withPass(path, pass)}"`),
    html,
  );
}

/** Returns the code of the person whose pass this is, as in the table `leads`; undefined for any other text. */
export function readPass(linkKey: string, pass: string): string | undefined {
  const person = Buffer.from(pass, "base64url").toString("hex", 0, personBytes);
  const [given, signed] = [Buffer.from(pass), Buffer.from(passOf(linkKey, person))];
  return given.length === signed.length && timingSafeEqual(given, signed) ? person : undefined;
}

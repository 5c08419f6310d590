import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { paths } from "#content/paths.ts";
import { passParameter } from "#lead/contract.ts";

const personBytes = 16;
const signatureBytes = 8;

/**
 * The text in the link to the group by which the server recognizes a person who has signed up. It is new in each
 * answer, and holds nothing of the sign-up: the same text for the same e-mail would show whether that e-mail has signed up
 * before.
 */
export function newPass(linkKey: string): string {
  // Node has random UUIDs ready. `randomBytes` asks the system each time, which takes longer than the signature.
  const person = Buffer.from(randomUUID().replaceAll("-", ""), "hex");
  return Buffer.concat([person, signatureOf(linkKey, person)]).toString("base64url");
}

/** A path of our site with a person's pass, if there is one. */
export function withPass(path: string, pass: string | undefined): string {
  return pass === undefined ? path : `${path}?${passParameter}=${pass}`;
}

/**
 * The page after a sign-up without script, with the pass of its URL in the links to the group. Undefined without a pass;
 * its signature is not checked.
 */
export function withPassInLinks(html: string, url: string): string | undefined {
  const pass = new URL(url).searchParams.get(passParameter) ?? "";
  if (!/^[\w-]{32}$/.test(pass)) return undefined;
  return [paths.group, paths.otherGroup].reduce(
    (text, path) => text.replaceAll(`href="${path}"`, `href="${withPass(path, pass)}"`),
    html,
  );
}

/** The person whose pass this is, as in `group_places`; undefined for any other text. */
export function readPass(linkKey: string, pass: string): string | undefined {
  const bytes = Buffer.from(pass, "base64url");
  if (bytes.length !== personBytes + signatureBytes || bytes.toString("base64url") !== pass)
    return undefined;
  const person = bytes.subarray(0, personBytes);
  const isSigned = timingSafeEqual(bytes.subarray(personBytes), signatureOf(linkKey, person));
  return isSigned ? person.toString("hex") : undefined;
}

function signatureOf(linkKey: string, person: Buffer): Buffer {
  // A text costs half as much as a new buffer from the crypto library.
  const hash = createHmac("sha256", linkKey).update("pass ").update(person).digest("hex");
  return Buffer.from(hash, "hex").subarray(0, signatureBytes);
}

import { createHmac, timingSafeEqual } from "node:crypto";

const personBytes = 16;
const signatureBytes = 8;

/**
 * The text in a person's link to the group by which the server recognizes the sign-up. Each sign-up with the same e-mail
 * gets the same pass, and nobody can read the e-mail in it or make a pass without the key.
 */
export function passOf(linkKey: string, emailKey: string): string {
  const person = Buffer.from(personOf(linkKey, emailKey), "hex");
  return Buffer.concat([person, signatureOf(linkKey, person)]).toString("base64url");
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

/** The person as in `group_places`: a hash that only the store's key can make of the e-mail key. */
export function personOf(linkKey: string, emailKey: string): string {
  const hash = createHmac("sha256", linkKey).update(`person ${emailKey}`).digest();
  return hash.subarray(0, personBytes).toString("hex");
}

function signatureOf(linkKey: string, person: Buffer): Buffer {
  const hash = createHmac("sha256", linkKey).update("pass ").update(person).digest();
  return hash.subarray(0, signatureBytes);
}

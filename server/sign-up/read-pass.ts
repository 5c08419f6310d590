import { timingSafeEqual } from "node:crypto";
import { paths } from "#content/paths.ts";
import { passParameter } from "#lead/contract.ts";
import { passOf, personBytes } from "#server/store/pass.ts";

/** A path of our site with a person's pass, if there is one. */
export function withPass(path: string, pass: string | undefined): string {
  return pass === undefined ? path : `${path}?${passParameter}=${pass}`;
}

/**
 * The page after a sign-up without script, with the pass of its URL in the links to the group and the class. Undefined
 * without a pass; its signature is not checked.
 */
export function withPassInLinks(html: string, url: string): string | undefined {
  const pass = new URL(url).searchParams.get(passParameter) ?? "";
  if (!/^[\w-]{32}$/.test(pass)) return undefined;
  return [paths.group, paths.otherGroup, paths.live].reduce(
    (text, path) => text.replaceAll(`href="${path}"`, `href="${withPass(path, pass)}"`),
    html,
  );
}

/** The person whose pass this is, as in `leads`; undefined for any other text. */
export function readPass(linkKey: string, pass: string): string | undefined {
  const person = Buffer.from(pass, "base64url").toString("hex", 0, personBytes);
  const [given, signed] = [Buffer.from(pass), Buffer.from(passOf(linkKey, person))];
  return given.length === signed.length && timingSafeEqual(given, signed) ? person : undefined;
}

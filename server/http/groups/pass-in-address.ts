import { passParameter } from "#lead/contract.ts";

/** A path of our site with a person's pass, if there is one. */
export function withPass(path: string, pass: string | undefined): string {
  return pass === undefined ? path : `${path}?${passParameter}=${pass}`;
}

/** The text in place of a pass in the address of a request; undefined if it cannot be one. Its signature is not checked. */
export function passIn(url: string): string | undefined {
  const pass = new URL(url).searchParams.get(passParameter) ?? "";
  return /^[\w-]{32}$/.test(pass) ? pass : undefined;
}

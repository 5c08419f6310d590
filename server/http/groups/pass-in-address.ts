import { passParameter } from "#lead/contract.ts";

/** A path of our site with a person's pass, if there is one. */
export function withPass(path: string, pass: string | undefined): string {
  return pass === undefined ? path : `${path}?${passParameter}=${pass}`;
}

/** The pass in the address of a request, as it was written there; undefined for a text that can be none. */
export function passIn(url: string): string | undefined {
  const pass = new URL(url).searchParams.get(passParameter) ?? "";
  return /^[\w-]{32}$/.test(pass) ? pass : undefined;
}

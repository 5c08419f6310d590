import { groupPath } from "#content/shapes/script-paths.ts";

/** Empty if the lead function has the same origin as the page. */
export const functionOrigin = import.meta.env.FUNCTION_ORIGIN ?? "";

/** Makes all links to groups in the page the links of the person who has signed up. */
export function showGroupAddresses(page: Document, answered?: string): void {
  for (const link of page.querySelectorAll<HTMLElement>("[data-group-path]")) {
    const address = personalAddress(link.dataset["groupPath"] ?? "", answered);
    if (address) link.setAttribute("href", address);
  }
}

/**
 * The path with the person's pass; `answered` is the person's link to the group, as the lead function has answered it.
 * Undefined for an answer that is no path to our group: another implementation of the function may have given it.
 */
export function personalAddress(path: string, answered = ""): string | undefined {
  const start = `${groupPath}?`;
  if (!answered.startsWith(start)) return undefined;
  return `${functionOrigin}${path}?${answered.slice(start.length)}`;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The other origin to which the forms of the built page send sign-ups. A page that was built for a static host would
 * send what is typed in a rehearsal to the real lead function. Undefined if there is no such origin, or no page.
 */
export async function formOriginIn(site: string): Promise<string | undefined> {
  const page = await readFile(join(site, "index.html"), "utf8").catch(() => "");
  const [, address] = /<form[^>]*\saction="(https?:\/\/[^"]+)"/.exec(page) ?? [];
  return address === undefined ? undefined : new URL(address).origin;
}

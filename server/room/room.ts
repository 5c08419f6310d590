import { live } from "#content/room.ts";
import type { Database } from "#server/store/schema.ts";

/**
 * Leads visitors of the class to this link from now on. What is written last holds, whatever any clock says. The link of
 * `content/room.ts` is not stored, so that a later one in that file serves too.
 */
export async function chooseRoom(database: Database, link: string): Promise<void> {
  const own = new URL(live).href;
  await database
    .updateTable("event")
    .set({ room_link: link === own ? null : link })
    .execute();
}

/**
 * Reads the link of a room; undefined for another text. Visitors are sent to it from an address of our site, which they
 * trust. A link of our own site would lead them here again and again.
 */
export function readRoomLink(text: string, siteUrl: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isFit = url?.protocol === "https:" && url.username + url.password === "";
  return isFit && siteOf(url) !== siteOf(new URL(siteUrl)) ? url.href : undefined;
}

/** A dot at the end of a host, or `www.` before it, leads to the same site. */
function siteOf({ host }: URL): string {
  return host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");
}

/** A room that has not answered until then will hardly let people in. */
const maxAnswerMs = 5_000;

/** Asks the address of a room once, and returns why it does not answer as it should; undefined if it does. */
export async function askRoom(link: string, ask: typeof fetch): Promise<string | undefined> {
  try {
    // A redirect counts as an answer. The server does not follow it, because it could lead into the server's own network.
    const answer = await ask(link, {
      redirect: "manual",
      signal: AbortSignal.timeout(maxAnswerMs),
    });
    await answer.body?.cancel();
    return answer.status < 400 ? undefined : `respondeu ${answer.status}`;
  } catch {
    return "não respondeu";
  }
}

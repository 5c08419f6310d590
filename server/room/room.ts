import { live } from "#content/room.ts";
import { action, answer, field, refused } from "#server/actions/action.ts";
import { readEvent } from "#server/event/choices.ts";
import {
  type Asked,
  dueByEvening,
  type Fact,
  fine,
  type Look,
  type Subject,
} from "#server/facts/fact.ts";
import { realOnly } from "#server/placeholders.ts";
import type { Database } from "#server/store/schema.ts";

/**
 * Sends visitors of the class to this link from now on. The link that was written last counts, whatever any clock says.
 * The link in `content/room.ts` is not stored, so that a later link in that file is used too.
 */
export async function chooseRoom(database: Database, link: string): Promise<void> {
  const own = new URL(live).href;
  await database
    .updateTable("event")
    .set({ room_link: link === own ? null : link })
    .execute();
}

/**
 * Reads the link of a room; undefined for another text. Visitors are sent to this link from an address of our site,
 * which they trust. A link to our own site is refused: it would redirect visitors again and again.
 */
export function readRoomLink(text: string, siteUrl: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isFit = url?.protocol === "https:" && url.username + url.password === "";
  return isFit && siteOf(url) !== siteOf(new URL(siteUrl)) ? url.href : undefined;
}

/** The host without `www.` before it and without a dot at its end, because such hosts are the same site. */
function siteOf({ host }: URL): string {
  return host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");
}

/** A room that has not answered after this time will hardly let people in. */
const maxAnswerMs = 5_000;

/** Requests the address of a room once, and returns what is wrong with the answer; undefined if the answer is good. */
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

const wholeLink =
  "Copie o link inteiro da sala na plataforma da aula: ele começa com https:// e não é desta página.";

const leadElsewhere = action({
  words: "room",
  title: "Levar as pessoas a outra sala",
  button: "Levar a outra sala",
  sentence: "Quem pedir a entrada da aula vai para o novo link. Quem já está na sala fica nela.",
  done: "Pessoas levadas a outra sala",
  isTold: true,
  fields: {
    link: field({
      label: "Link inteiro da sala",
      usage: "<link>",
      input: "url",
      mistake: wholeLink,
      read: (text) => text,
    }),
  },
  async warn({ fetch, config }, { link }) {
    const room = readRoomLink(link, config.siteUrl);
    if (room === undefined) return refused(wholeLink);
    const reason = await askRoom(room, fetch);
    return reason === undefined
      ? undefined
      : { kind: "warning", sentence: `O link da sala ${reason}.`, mustAgree: true };
  },
  change: (writing, { link }) => chooseRoom(writing, new URL(link).href).then(() => undefined),
});

export const room: Subject = {
  title: "Sala da aula",
  word: "room",
  facts: async (look) => [await whereItLeads(look)],
  asked: async (asked) => whetherItAnswers(asked),
  actions: [leadElsewhere],
};

const answers = [answer(leadElsewhere)];

/**
 * Where the room's link leads: only the host of the link is shown. A sample link is reported with the other samples.
 */
async function whereItLeads({ database }: Look): Promise<Fact> {
  const { roomLink } = await readEvent(database);
  const { host } = new URL(roomLink ?? live);
  const from = roomLink === undefined ? ", de content/room.ts" : "";
  return fine("Sala", `A entrada leva a ${host}${from}.`, { answers });
}

async function whetherItAnswers({ database, fetch }: Asked): Promise<Fact[]> {
  const { roomLink } = await readEvent(database);
  const link = roomLink ?? realOnly(live);
  if (link === undefined) return [];
  const reason = await askRoom(link, fetch);
  return [
    reason === undefined
      ? fine("Sala", "A sala respondeu.")
      : dueByEvening(
          "Sala",
          `A sala ${reason}.`,
          "Abra o link dela no navegador. Se ela caiu, leve as pessoas a outra.",
          { answers },
        ),
  ];
}

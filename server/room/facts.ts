import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
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
import { askRoom } from "./room.ts";

export const room: Subject = {
  title: "Sala da aula",
  facts: async (look) => [await whereItLeads(look)],
  asked: async (asked) => whetherItAnswers(asked),
};

/** Of a link only its site is told. A sample of a link is named with the other samples. */
async function whereItLeads({ database }: Look): Promise<Fact> {
  const { roomLink } = await readEvent(database);
  const { host } = new URL(roomLink ?? links.live);
  return fine("Sala", `A entrada leva a ${host}${roomLink ? "" : ", de content/links.ts"}.`);
}

async function whetherItAnswers({ database, fetch }: Asked): Promise<Fact[]> {
  const { roomLink } = await readEvent(database);
  const link = roomLink ?? realOnly(links.live);
  if (link === undefined) return [];
  const reason = await askRoom(link, fetch);
  const look = `Abra o link dela no navegador. Se ela caiu: ${commandLine.call} room '<link>'`;
  return [
    reason ? dueByEvening("Sala", `A sala ${reason}.`, look) : fine("Sala", "A sala respondeu."),
  ];
}

import { live } from "#content/room.ts";
import { answer } from "#server/actions/action.ts";
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
import { leadElsewhere } from "./actions.ts";
import { askRoom } from "./room.ts";

export const room: Subject = {
  title: "Sala da aula",
  word: "room",
  facts: async (look) => [await whereItLeads(look)],
  asked: async (asked) => whetherItAnswers(asked),
  actions: [leadElsewhere],
};

const answers = [answer(leadElsewhere)];

/** Of a link only its site is told. A sample of a link is named with the other samples. */
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

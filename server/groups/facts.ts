import { links } from "#content/links.ts";
import { answer } from "#server/actions/action.ts";
import {
  dueByEvening,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";
import { formatCount } from "#server/format.ts";
import { add, full, groupActions, reopen } from "./actions.ts";
import { endOf, isChannel } from "./group-link.ts";
import {
  type Group,
  isNearlyFull,
  isPressedFull,
  isSaidFull,
  listGroups,
  presentGroup,
} from "./groups.ts";

export const groups: Subject = {
  title: "Grupos do WhatsApp",
  word: "groups",
  facts: async ({ database, lasting }) => groupFacts(await listGroups(database), lasting),
  actions: groupActions,
};

const noPlaces = "grupos-cheios";
const nearlyFull = "grupos-quase-cheios";
const maybeFull = "grupo-talvez-cheio";

/** Whether the groups have places for the people who will still come, and how full each group is. */
export function groupFacts(
  groups: readonly Group[],
  lasting: Look["lasting"],
  linkWithout = links.group,
): Fact[] {
  if (groups.length === 0)
    return [
      { ...noGroups(linkWithout), alarm: noPlaces },
      fine("Último grupo", "Não há.", { alarm: nearlyFull }),
      said(undefined),
    ];
  const open = groups.filter(({ state }) => state === "open");
  const isFull = open.length === 0;
  // If the groups become full after the alarm that they are nearly full, that alarm goes on.
  const isNearly = isNearlyFull(groups) && (!isFull || lasting.has(nearlyFull));
  const present = presentGroup(groups);
  return [
    places(open),
    isNearly
      ? trouble("Último grupo", "Está quase cheio, ou já não tem lugares.", addGroup, {
          alarm: nearlyFull,
          answers: [answer(add)],
        })
      : fine("Último grupo", isFull ? "Não há outro." : "Tem lugares.", { alarm: nearlyFull }),
    said(open.find(isSaidFull)),
    ...groups.map((group) => one(group, group === present)),
  ];
}

const addGroup = "Crie outro grupo no WhatsApp e ponha o link dele na lista.";
const lookAtIt = "Olhe no WhatsApp: se está cheio, marque; se ainda há lugar, reabra.";

function places(open: readonly Group[]): Fact {
  if (open.length === 0)
    return trouble(
      "Grupos",
      "Nenhum grupo tem mais lugares: as pessoas vão para o último aberto ou, se todos foram fechados, leem que estão cheios.",
      addGroup,
      { alarm: noPlaces, answers: [answer(add)] },
    );
  const free = open.reduce((sum, group) => sum + group.stopAt - group.taken, 0);
  const value = `Abertos: ${formatCount(open.length)}. Lugares livres neles: ${formatCount(free)}.`;
  return fine("Grupos", value, { alarm: noPlaces, answers: [answer(add)] });
}

function said(group: Group | undefined): Fact {
  const name = "Grupo talvez cheio";
  if (group === undefined)
    return fine(name, "De nenhum grupo aberto dizem que está cheio.", { alarm: maybeFull });
  const value = `Pessoas que disseram que o grupo ${group.id} está cheio: ${formatCount(group.saidFull)}.`;
  return trouble(name, value, lookAtIt, { alarm: maybeFull, answers: bothWays(group) });
}

const states = { open: "aberto", closed: "fechado à mão", "no-places": "cheio, pela contagem" };

/**
 * The fact about one group. A press without a pass may come from a program: such presses take no place and raise no
 * alarm.
 */
function one(group: Group, isPresent: boolean): Fact {
  const { id, link, taken, stopAt, presses, saidFull, state } = group;
  const value = [
    `${isPresent ? "recebe agora" : states[state]}: ${formatCount(taken)} de ${formatCount(stopAt)} lugares`,
    ...(presses > 0 ? [`cliques não reconhecidos: ${formatCount(presses)}`] : []),
    ...(saidFull > 0 ? [`disseram que está cheio: ${formatCount(saidFull)}`] : []),
    `o convite termina em ${endOf(link)}`,
  ].join("; ");
  const share = taken / stopAt;
  if (isPressedFull(group))
    return notice(`Grupo ${id}`, `${value}. Pode estar cheio.`, lookAtIt, {
      share,
      answers: bothWays(group),
    });
  const canFill = state === "open" || isPresent;
  const values = { group: String(id) };
  const answers = [
    ...(canFill ? [answer(full, values)] : []),
    ...(state === "open" ? [] : [answer(reopen, values)]),
  ];
  return fine(`Grupo ${id}`, `${value}.`, { share, answers });
}

function bothWays({ id }: Group) {
  const values = { group: String(id) };
  return [answer(full, values), answer(reopen, values)];
}

function noGroups(link: string): Fact {
  const none = "Não há grupos no banco de dados: o botão leva ao link de content/links.ts.";
  const answers = [answer(add)];
  return isChannel(link)
    ? fine("Grupos", none, { answers })
    : dueByEvening(
        "Grupos",
        none,
        "Um grupo comum enche, e com esse link o servidor não percebe isso. Ponha os grupos, e um de reserva.",
        { answers },
      );
}

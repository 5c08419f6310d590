import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
import { formatCount } from "#server/command-line/text.ts";
import {
  dueByEvening,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";
import {
  type Group,
  isChannel,
  isNearlyFull,
  isPressedFull,
  isSaidFull,
  listGroups,
  lookAtGroup,
} from "./groups.ts";

export const groups: Subject = {
  title: "Grupos do WhatsApp",
  facts: async ({ database, lasting }) => groupFacts(await listGroups(database), lasting),
};

const { call } = commandLine;
const full = "grupos-cheios";
const nearlyFull = "grupos-quase-cheios";
const maybeFull = "grupo-talvez-cheio";

/** Whether the groups have places for the people who are still to come. */
export function groupFacts(
  groups: readonly Group[],
  lasting: Look["lasting"],
  linkWithout = links.group,
): Fact[] {
  if (groups.length === 0)
    return [
      { ...noGroups(linkWithout), alarm: full },
      fine("Último grupo", "Não há.", { alarm: nearlyFull }),
      said(undefined),
    ];
  const open = groups.filter(({ state }) => state === "open");
  const isFull = open.length === 0;
  // Groups that fill up while the operator knows that they will are still the same trouble.
  const isNearly = isNearlyFull(groups) && (!isFull || lasting.has(nearlyFull));
  return [
    places(open),
    isNearly
      ? trouble("Último grupo", "Está quase cheio, ou já não tem lugares.", addGroup, {
          alarm: nearlyFull,
        })
      : fine("Último grupo", isFull ? "Não há outro." : "Tem lugares.", { alarm: nearlyFull }),
    said(open.find(isSaidFull)),
    ...open.filter(isPressedFull).map(pressed),
  ];
}

const addGroup = `Crie outro grupo no WhatsApp: ${call} groups add '<link>'`;

function places(open: readonly Group[]): Fact {
  if (open.length === 0)
    return trouble(
      "Grupos",
      "Nenhum grupo tem mais lugares: as pessoas vão para o último aberto ou, se todos foram fechados, leem que estão cheios.",
      addGroup,
      { alarm: full },
    );
  const free = open.reduce((sum, group) => sum + group.stopAt - group.taken, 0);
  const value = `Abertos: ${formatCount(open.length)}. Lugares livres neles: ${formatCount(free)}.`;
  return fine("Grupos", value, { alarm: full });
}

function said(group: Group | undefined): Fact {
  const name = "Grupo talvez cheio";
  if (group === undefined)
    return fine(name, "De nenhum grupo aberto dizem que está cheio.", { alarm: maybeFull });
  const value = `Pessoas que disseram que o grupo ${group.id} está cheio: ${formatCount(group.saidFull)}.`;
  return trouble(name, value, lookAtGroup(group.id), { alarm: maybeFull });
}

/** Presses without a pass can be those of a program: they turn nobody away, and are told to nobody's phone. */
function pressed({ id, taken, stopAt, presses }: Group): Fact {
  return notice(
    `Grupo ${id}`,
    `Pode estar cheio: lugares dados, ${formatCount(taken)} de ${formatCount(stopAt)}, e cliques não reconhecidos, ${formatCount(presses)}.`,
    lookAtGroup(id),
  );
}

function noGroups(link: string): Fact {
  const none = "Não há grupos no banco de dados: o botão leva ao link de content/links.ts.";
  return isChannel(link)
    ? fine("Grupos", none)
    : dueByEvening(
        "Grupos",
        none,
        `Um grupo comum enche, e com esse link o servidor não percebe isso. Ponha os grupos, e um de reserva: ${call} groups add '<link>'`,
      );
}

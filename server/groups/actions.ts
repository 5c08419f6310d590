import { links } from "#content/links.ts";
import {
  action,
  type Done,
  field,
  optionalField,
  readNumber,
  refused,
} from "#server/actions/action.ts";
import { formatCount } from "#server/format.ts";
import type { Writing } from "#server/store/schema.ts";
import { isChannel, isSameGroup, readGroupLink } from "./group-link.ts";
import {
  addGroup,
  closeGroup,
  listGroups,
  removeGroup,
  reopenGroup,
  replaceLink,
} from "./groups.ts";

/**
 * How many of the 1,024 places of a group we give, because people also join in other ways, for example by a forwarded
 * invitation.
 */
const usualPlaces = 950;
/** The most places that the operator can type, and the usual places of a channel, to which WhatsApp sets no limit. */
const mostPlaces = 100_000;

const group = field({
  label: "Número do grupo",
  usage: "<n>",
  input: "number",
  mistake: "Escreva o número do grupo. A lista os mostra: npm run leads -- groups",
  read: readNumber(1_000_000),
});

const link = field({
  label: "Link inteiro do grupo",
  usage: "<link>",
  input: "url",
  mistake:
    "Escreva o link inteiro do grupo: ele começa com https://chat.whatsapp.com/ (grupo ou comunidade) ou https://whatsapp.com/channel/ (canal). Copie o convite no WhatsApp.",
  read: readGroupLink,
});

const stopAt = optionalField({
  label: "Depois de quantos lugares vem o próximo grupo",
  usage: "<n>",
  input: "number",
  mistake: `Depois de quantos lugares vem o próximo grupo: escreva um número de 1 a ${formatCount(mostPlaces)}.`,
  read: readNumber(mostPlaces),
});

export const add = action({
  words: "groups add",
  title: "Pôr um grupo na lista",
  button: "Pôr um grupo",
  sentence:
    "Quando os outros encherem, as pessoas vão para ele. Num grupo comum, cada participante vê o número dos outros; numa comunidade ou num canal, não. Sem número, ele para em 950 lugares, e um canal em 100.000.",
  done: "Grupo {} posto na lista",
  isTold: true,
  fields: { link, "stop-at": stopAt },
  async change(writing, { link, "stop-at": stopAt }, { now }) {
    const same = await sameGroup(writing, link);
    if (same !== undefined) return same;
    const usual = isChannel(link) ? mostPlaces : usualPlaces;
    return doneTo(await addGroup(writing, { link, stopAt: stopAt ?? usual, now }));
  },
});

export const full = action({
  words: "groups full",
  title: "Marcar o grupo {group} como cheio",
  button: "Marcar como cheio",
  sentence:
    "O grupo não recebe mais pessoas. Quem pedir a entrada vai para o próximo grupo aberto ou, se não há outro, lê que todos estão cheios.",
  done: "Grupo {} marcado como cheio",
  isTold: true,
  fields: { group },
  change: async (writing, { group: id }, { now }) =>
    (await closeGroup(writing, { id, now })) ? doneTo(id) : missing(id),
});

export const reopen = action({
  words: "groups reopen",
  title: "Reabrir o grupo {group}",
  button: "Reabrir",
  sentence:
    "O grupo recebe pessoas de novo, e o que disseram dele até agora não conta mais. O limite pode passar do que cabe, porque nem todos os que apertam o botão entram.",
  done: "Grupo {} reaberto",
  isTold: true,
  fields: { group, "stop-at": stopAt },
  async change(writing, { group: id, "stop-at": limit }, { now }) {
    const found = (await listGroups(writing)).find((one) => one.id === id);
    if (found === undefined) return missing(id);
    const { taken } = found;
    const stopAt = limit ?? found.stopAt;
    if (taken >= stopAt)
      return refused(
        `Os lugares do grupo ${id} já foram todos dados (${formatCount(taken)}). Para reabri-lo, escreva um limite maior que esse.`,
      );
    await reopenGroup(writing, { id, now, stopAt });
    return doneTo(id);
  },
});

const replace = action({
  words: "groups replace",
  title: "Trocar o link do grupo {group}",
  button: "Trocar o link",
  sentence: "Quem pedir a entrada recebe o convite novo. As pessoas do grupo continuam nele.",
  done: "Link do grupo {} trocado",
  isTold: true,
  fields: { group, link },
  change: async (writing, { group: id, link }) =>
    (await sameGroup(writing, link)) ??
    ((await replaceLink(writing, { id, link })) ? doneTo(id) : missing(id)),
});

const remove = action({
  words: "groups remove",
  title: "Tirar o grupo {group} da lista",
  button: "Tirar da lista",
  sentence:
    "Ninguém mais é levado a ele. No WhatsApp nada muda: quem está no grupo fica, mas o botão leva essas pessoas a outro.",
  done: "Grupo {} tirado da lista",
  isTold: true,
  fields: { group },
  async warn({ database }, { group: id }) {
    const known = await listGroups(database);
    const found = known.find((one) => one.id === id);
    if (found === undefined) return undefined;
    const sentence =
      known.length === 1
        ? `Ele é o único: sem ele, o botão leva ao link de content/links.ts (${links.group}).`
        : `Lugares dados nele: ${formatCount(found.taken)}.`;
    return { kind: "warning", sentence, mustAgree: true };
  },
  change: async (writing, { group: id }) =>
    (await removeGroup(writing, { id })) ? doneTo(id) : missing(id),
});

export const groupActions = [add, full, reopen, replace, remove] as const;

function doneTo(id: number): Done {
  return { kind: "done", detail: String(id) };
}

function missing(id: number) {
  return refused(`O grupo ${id} não existe. Veja os números na lista dos grupos.`);
}

async function sameGroup(writing: Writing, link: string) {
  const same = (await listGroups(writing)).find((one) => isSameGroup(one.link, link));
  return same && refused(`Este link já é o do grupo ${same.id}.`);
}

import { action, field, refused } from "#server/actions/action.ts";
import { askRoom, chooseRoom, readRoomLink } from "./room.ts";

const wholeLink =
  "Copie o link inteiro da sala na plataforma da aula: ele começa com https:// e não é desta página.";

export const leadElsewhere = action({
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

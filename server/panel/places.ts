import { html } from "hono/html";
import { commandLine } from "#phrases/command-line.ts";
import { formatCount } from "#server/command-line/text.ts";
import type { Group } from "#server/groups/groups.ts";
import { isFull, presentRoom, type Room } from "#server/rooms/rooms.ts";
import { panelPaths } from "./actions.ts";
import { actionLinks, bar, command, type Html, section } from "./parts.ts";

const { call } = commandLine;

const groupStates = { open: "aberto", closed: "fechado à mão", "no-places": "cheio" };

/** The groups and how full they are. The invitations are left out: a link to a group is no figure. */
export function groupSection(groups: readonly Group[], mayWrite: boolean): Html {
  const present = groups.find(({ state }) => state === "open");
  const text = "Marcar como cheio";
  const places = groups.map((group) => {
    const { id, taken, stopAt, saidFull, state } = group;
    const link = { href: panelPaths.groupFull(id), text, label: `${text}: grupo ${id}` };
    return {
      name: `Grupo ${id}`,
      state: group === present ? "recebe agora" : groupStates[state],
      count: `${formatCount(taken)} de ${formatCount(stopAt)} lugares`,
      note: saidFull > 0 && `Pessoas que disseram que está cheio: ${formatCount(saidFull)}`,
      share: taken / stopAt,
      link: mayWrite && state === "open" && link,
    };
  });
  const empty = html`Não há grupos no banco de dados: o botão leva ao link de content/links.ts. Para pôr um grupo, rode no servidor: ${command(`${call} groups add <link>`)}`;
  return section("groups", "Grupos do WhatsApp", placeList(places, empty));
}

/** The rooms of the class, and how many people have entered. Of a link only its site is told. */
export function roomSection(rooms: readonly Room[], mayWrite: boolean): Html {
  const present = presentRoom(rooms);
  const list = rooms.map((room) => {
    const { id, link, places, entered } = room;
    const limit = places === null ? "" : ` de ${formatCount(places)} lugares`;
    const other = isFull(room) ? "cheia" : "de reserva";
    const canReceive = room !== present && !isFull(room);
    return {
      name: `Sala ${id}`,
      state: room === present ? "recebe agora" : other,
      count: `Entradas: ${formatCount(entered)}${limit} (${new URL(link).host})`,
      share: places === null ? undefined : entered / places,
      link: mayWrite &&
        canReceive && { href: panelPaths.leadToRoom(id), text: `Levar para a sala ${id}` },
    };
  });
  const empty = html`Não há salas no banco de dados: a entrada leva ao link de content/links.ts. Para pôr uma sala, rode no servidor: ${command(`${call} room add <link>`)}`;
  return section("rooms", "Salas da aula", placeList(list, empty));
}

/** A group or a room: how full it is, and the button that changes it. */
type Place = {
  name: string;
  state: string;
  count: string;
  note?: string | false;
  /** Undefined without a limit. */
  share: number | undefined;
  link: Parameters<typeof actionLinks>[0][number] | false;
};

function placeList(places: readonly Place[], empty: Html): Html {
  const items = places.map(
    ({ name, state, count, note, share, link }) =>
      html`<li><div><p><strong>${name}</strong> ${state} <span class="quiet">${count}</span></p>
${note && html`<p class="quiet">${note}</p>`}
${share !== undefined && bar(share)}</div>
${link && actionLinks([link])}</li>
`,
  );
  return items.length > 0 ? html`<ul>${items}</ul>` : html`<p>${empty}</p>`;
}

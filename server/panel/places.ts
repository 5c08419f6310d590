import { html } from "hono/html";
import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
import { formatCount } from "#server/command-line/text.ts";
import { type Group, isPressedFull, presentGroup } from "#server/groups/groups.ts";
import { panelPaths } from "./actions.ts";
import { actionLinks, bar, command, type Html, section } from "./parts.ts";

const { call } = commandLine;

const groupStates = { open: "aberto", closed: "fechado à mão", "no-places": "cheio" };

/** The groups and how full they are. The invitations are left out: a link to a group is no figure. */
export function groupSection(groups: readonly Group[], mayWrite: boolean): Html {
  const present = presentGroup(groups);
  const text = "Marcar como cheio";
  const items = groups.map((group) => {
    const { id, taken, presses, stopAt, saidFull, state } = group;
    const link = { href: panelPaths.groupFull(id), text, label: `${text}: grupo ${id}` };
    const count = `${formatCount(taken)} de ${formatCount(stopAt)} lugares`;
    const said = `Pessoas que disseram que está cheio: ${formatCount(saidFull)}`;
    const pressed = `Cliques não reconhecidos: ${formatCount(presses)}${isPressedFull(group) ? ". Ele pode estar cheio: olhe no WhatsApp" : ""}`;
    return html`<li><div><p><strong>Grupo ${id}</strong> ${group === present ? "recebe agora" : groupStates[state]} <span class="quiet">${count}</span></p>
${saidFull > 0 && html`<p class="quiet">${said}</p>`}
${presses > 0 && html`<p class="quiet">${pressed}</p>`}
${bar(taken / stopAt)}</div>
${mayWrite && (state === "open" || group === present) && actionLinks([link])}</li>
`;
  });
  const empty = html`Não há grupos no banco de dados: o botão leva ao link de content/links.ts. Para pôr um grupo, rode no servidor: ${command(`${call} groups add '<link>'`)}`;
  return section(
    "groups",
    "Grupos do WhatsApp",
    items.length > 0 ? html`<ul>${items}</ul>` : html`<p>${empty}</p>`,
  );
}

/** The room of the class. Of a link only its site is told. */
export function roomSection(link: string | undefined, mayWrite: boolean): Html {
  const { host } = new URL(link ?? links.live);
  const body = html`<p>A entrada leva a <strong>${host}</strong>${link === undefined && ", de content/links.ts"}.</p>
${mayWrite && actionLinks([{ href: panelPaths.room, text: "Levar a outra sala" }])}`;
  return section("room", "Sala da aula", body);
}

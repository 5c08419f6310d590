import { html } from "hono/html";
import { panel } from "#phrases/panel/panel.ts";
import type { Group } from "#server/groups/groups.ts";
import { bar } from "#server/panel/look/charts/bar.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount } from "#server/panel/look/writing.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { actions } from "./actions.ts";
import { command, section } from "./section.ts";

const phrases = panel.groups;

/** The groups and how full they are. The invitations are left out: a link to a group is no figure. */
export function groupList(groups: readonly Group[], mayWrite: boolean): Html {
  const present = groups.find(({ state }) => state === "open")?.id;
  const none = html`<p>${phrases.none} ${command(phrases.addCommand)}</p>`;
  const list = html`<ul class="groups">${groups.map((one) => group(one, one.id === present, mayWrite))}</ul>`;
  return section("groups", phrases.title, groups.length > 0 ? list : none);
}

function group(
  { id, taken, stopAt, saidFull, state }: Group,
  isPresent: boolean,
  mayWrite: boolean,
): Html {
  const full = {
    href: panelPaths.groupFull(id),
    text: phrases.full,
    label: phrases.fullOf(id),
  };
  return html`<li class="group" data-state="${state}">
<p class="group__line"><strong>${phrases.group(id)}</strong> <span>${isPresent ? phrases.now : phrases.states[state]}</span></p>
${bar([{ share: taken / stopAt }])}
<p class="group__places">${phrases.places(writeCount(taken), writeCount(stopAt))}</p>
${saidFull > 0 && html`<p class="group__places">${phrases.said(writeCount(saidFull))}</p>`}
${mayWrite && state === "open" && actions([full])}</li>
`;
}

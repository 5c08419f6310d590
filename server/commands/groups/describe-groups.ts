import { links } from "#content/links.ts";
import { groups as phrases } from "#phrases/commands/groups.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { type Group, isNearlyFull } from "#server/store/groups/groups.ts";

/** Says of each group how many places it has given, and to which group people are led now and afterwards. */
export function describeGroups(groups: readonly Group[]): string[] {
  if (groups.length === 0) return [phrases.none(links.group), phrases.addFirst];
  return [...groups.flatMap(describeGroup), "", ...describeWay(groups)];
}

/** The numbers of a group, as Brazilians read them. */
export function countsOf({ taken, stopAt, room }: Group) {
  return { taken: formatCount(taken), stopAt: formatCount(stopAt), room: formatCount(room) };
}

function describeGroup(group: Group): string[] {
  const { id, link, saidFull, state } = group;
  const said = saidFull === 0 ? "" : ` ${phrases.said(formatCount(saidFull))}`;
  return [phrases.group(id, state, countsOf(group)) + said, `  ${escapeForTerminal(link)}`];
}

function describeWay(groups: readonly Group[]): string[] {
  const [first, second] = groups.filter(({ state }) => state === "open");
  if (first === undefined) return [phrases.noneOpen];
  const now = phrases.now(first.id);
  return second === undefined
    ? [now, phrases.noNext(isNearlyFull(groups))]
    : [`${now} ${phrases.next(second.id)}`];
}

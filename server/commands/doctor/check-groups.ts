import { links } from "#content/links.ts";
import { subjects } from "#phrases/doctor/doctor.ts";
import { groupFindings as phrases } from "#phrases/doctor/groups.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { isChannel } from "#server/groups/group-link.ts";
import { isNearlyFull, isSaidFull, listGroups } from "#server/groups/groups.ts";
import type { Database } from "#server/store/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const { ok, warn, fail } = findingsOn(subjects.groups);

/** Says whether the WhatsApp groups in the store have places for the people who are still to come. */
export async function checkGroups(
  database: Database,
  linkWithout = links.group,
): Promise<DoctorFinding> {
  const groups = await listGroups(database);
  if (groups.length === 0)
    return isChannel(linkWithout) ? ok(phrases.none) : warn(phrases.none, phrases.addFirst);
  const open = groups.filter(({ state }) => state === "open");
  const [first] = open;
  if (first === undefined) return fail(phrases.noneOpen, phrases.add);
  const [taken, stopAt] = [formatCount(first.taken), formatCount(first.stopAt)];
  if (isNearlyFull(groups))
    return warn(phrases.nearlyFull(first.id, { taken, stopAt }), phrases.add);
  const said = open.find(isSaidFull);
  if (said) return warn(phrases.said(said.id, formatCount(said.saidFull)), phrases.look(said.id));
  const places = open.reduce((sum, group) => sum + group.stopAt - group.taken, 0);
  return ok(phrases.open({ groups: formatCount(open.length), places: formatCount(places) }));
}

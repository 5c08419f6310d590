import { links } from "#content/links.ts";
import { groups as phrases } from "#phrases/commands/groups.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { confirm, yesOption } from "#server/commands/command-line/confirm.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { isChannel, isSameGroup } from "#server/store/groups/group-link.ts";
import {
  addGroup,
  closeGroup,
  type Group,
  listGroups,
  removeGroup,
  reopenGroup,
  replaceLink,
} from "#server/store/groups/groups.ts";
import type { Database } from "#server/store/tables.ts";
import { countsOf, describeGroups } from "./describe-groups.ts";
import { type Change, maxCount, readRequest } from "./read-request.ts";

/** How many more places the example of a higher limit gives to a group that has none left. */
const morePlaces = 50;

export const groups: Command = {
  needs: "database",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 3 },
  options: {
    room: { type: "string", about: phrases.options.room },
    "stop-at": { type: "string", about: phrases.options.stopAt },
    ...yesOption,
  },
  async run(io, input) {
    const request = readRequest(input);
    if (request.kind === "misused") return request;
    const known = await listGroups(io.database);
    if (request.kind === "list") return printGroups(io, known);
    const refusal = explainRefusal(known, request);
    if (refusal !== undefined) return failed(refusal);
    if (request.kind === "remove") {
      const agreed = await confirm(io, input, askAbout(known, request.id));
      if (agreed !== "agreed") return agreed;
    }
    await save(io.database, request, await io.databaseClock(io.database));
    return tellChange(io, request);
  },
};

async function printGroups({ write }: WithDatabase, known: readonly Group[]) {
  for (const line of describeGroups(known)) await write(`${line}\n`);
  return done;
}

/** Says why a change is not possible with the groups that are in the store; undefined if it is. */
function explainRefusal(known: readonly Group[], request: Change): string | undefined {
  const same = known.find(({ link }) => "link" in request && isSameGroup(link, request.link));
  if (same !== undefined) return phrases.sameLink(same.id);
  if (request.kind === "add") return undefined;
  const group = known.find(({ id }) => id === request.id);
  if (group === undefined) return phrases.noGroup(request.id);
  if (request.kind !== "reopen" || group.taken < (request.stopAt ?? group.stopAt)) return undefined;
  if (group.taken < group.stopAt) return phrases.limitTooLow(group.id, countsOf(group));
  return phrases.placesTaken(group.id, countsOf(group), group.taken + morePlaces);
}

function askAbout(known: readonly Group[], id: number): string {
  if (known.length === 1) return phrases.askRemoveLast(id, links.group);
  const taken = known.find((group) => group.id === id)?.taken ?? 0;
  return phrases.askRemove(id, formatCount(taken));
}

function save(database: Database, request: Change, now: number): Promise<unknown> {
  switch (request.kind) {
    case "add":
      return addGroup(database, { ...request, now });
    case "full":
      return closeGroup(database, { ...request, now });
    case "reopen":
      return reopenGroup(database, { ...request, now });
    case "replace":
      return replaceLink(database, request);
    case "remove":
      return removeGroup(database, request);
  }
}

async function tellChange(io: WithDatabase, request: Change): Promise<CommandOutcome> {
  await io.write(`${phrases.changed}\n\n`);
  const known = await listGroups(io.database);
  await printGroups(io, known);
  const changed = known.find(({ link }) => "link" in request && link === request.link);
  const advice = changed && adviceOn(changed, request);
  if (advice !== undefined) await io.write(`\n${advice}\n`);
  return done;
}

/** What the operator may want to do next with a group whose link is new. */
function adviceOn(group: Group, { kind }: Change): string | undefined {
  const { id, link, stopAt } = group;
  if (!isChannel(link)) return kind === "add" ? phrases.advice(id) : undefined;
  if (kind === "add" || stopAt === maxCount) return undefined;
  return phrases.channelStops(id, countsOf(group), maxCount);
}

import type { Context } from "hono";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import { answerPresses } from "#server/counts/redirects.ts";
import { erasedAmong } from "#server/store/erasure.ts";
import type { Database } from "#server/store/schema.ts";
import { type FoundPlace, findPlace, inOneCommit, sayFull, takePlace } from "./groups.ts";

type Asked = {
  person: string | undefined;
  /** Whether the visitor found the group full, and asks for another one. */
  foundFull: boolean;
  isCounted: boolean;
};

/** Answers with a redirect to the group, or to another group; undefined if all groups are full. */
export function createGroupAnswer(
  server: ServerContext,
): (context: Context) => Promise<Response | undefined> {
  let lastKnown = { id: 0, link: links.group };
  return answerPresses(server, {
    countAll: (asked: readonly Asked[]) => findAll(server, asked),
    // Only few presses at once: until they are counted, SQLite keeps sign-ups waiting.
    max: 25,
    notCounted: logLines.groupNotCounted,
    async leadTo({ request, person, isLook, isCounted }, find) {
      // A program that only reads the link gets the present group, also at the address for another group.
      const foundFull = !isLook && new URL(request.url).pathname === paths.otherGroup;
      // A press is counted without its source, because the link to the group is in e-mails too.
      if (isCounted && !foundFull)
        server.countVisits([{ minute: server.clock(), step: "group-press", source: "other" }]);
      const found = await find({ person, foundFull, isCounted });
      switch (found?.kind) {
        case "all-full":
          return undefined;
        case undefined:
          return lastKnown.link;
        case "no-groups":
          return links.group;
        case "group":
          // Remembers the group for times when the store fails. A person who returns may be led to an older
          // group, which is full by now: that group is not remembered.
          if (person === undefined || found.id >= lastKnown.id) lastKnown = found;
          return found.link;
      }
    },
  });
}

function findAll(server: ServerContext, asked: readonly Asked[]): Promise<FoundPlace[]> {
  const findEach = async (writing: Database) => {
    const people = asked.flatMap(({ person }) => person ?? []);
    const erased = await erasedAmong(writing, people);
    const found: FoundPlace[] = [];
    for (const press of asked) {
      const isErased = press.person !== undefined && erased.has(press.person);
      const unknown = { ...press, person: undefined, isCounted: false };
      found.push(await findOne(server, writing, isErased ? unknown : press));
    }
    return found;
  };
  // Nothing is written if no press is counted and no known person says that a group is full.
  const isLook = asked.every(
    ({ person, isCounted, foundFull }) => !isCounted && !(foundFull && person !== undefined),
  );
  const { signUpDatabase } = server;
  return isLook ? findEach(signUpDatabase) : inOneCommit(signUpDatabase, findEach);
}

async function findOne(
  { log, clock }: ServerContext,
  writing: Database,
  { person, foundFull, isCounted }: Asked,
): Promise<FoundPlace> {
  if (foundFull && person !== undefined) {
    // That a group is full is recorded beyond the limit of presses too: otherwise the person would be led to the
    // full group again.
    const group = await sayFull(writing, { person, now: clock() });
    if (group !== undefined) log.warn({ group }, logLines.groupSaidFull);
  }
  // The store knows no group of a visitor without a pass: a request for another group means that the present group is
  // full.
  const visitor = { person, foundFull: foundFull && person === undefined };
  return isCounted ? takePlace(writing, visitor) : findPlace(writing, visitor);
}

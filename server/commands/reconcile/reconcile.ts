import { reconcile as phrases } from "#phrases/commands/reconcile.ts";
import { deliveryStates, otherPlaces } from "#phrases/delivery-states.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { yesOption } from "#server/commands/command-line/confirm.ts";
import { shellWord } from "#server/commands/printing/escape.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { countPeople, findLost, type PersonState } from "#server/store/deliveries/again.ts";
import { reconcileRemote } from "./reconcile-remote.ts";

const maxListed = 1_000;
const labelWidth = 32;

const { rows } = phrases;
const placeNames: Readonly<Record<PersonState, string>> = { ...deliveryStates, ...otherPlaces };

/** The rows of the printed table, each with the places whose people it counts. */
const rowsOfPlaces: ReadonlyArray<[label: string, places: readonly PersonState[]]> = [
  [rows.delivered, ["delivered"]],
  [rows.waiting, ["underived", "due", "sending", "importing"]],
  [rows.parked, ["parked"]],
  [rows.held, ["held"]],
];

export const reconcile: Command = {
  needs: "database",
  usage: "[--remote [--all] [--repair [--yes]]]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    remote: { type: "boolean", about: phrases.options.remote },
    all: { type: "boolean", about: phrases.options.all },
    repair: { type: "boolean", about: phrases.options.repair },
    ...yesOption,
  },
  async run(io, input) {
    const { switches } = input;
    const alone = ["all", "repair"].find((option) => switches.has(option));
    if (alone !== undefined && !switches.has("remote")) return misused(phrases.needsRemote(alone));
    return switches.has("remote") ? reconcileBoth(io, input) : reconcileHere(io);
  },
};

async function reconcileBoth(io: WithDatabase, input: CommandInput): Promise<CommandOutcome> {
  const { activeCampaign } = io.config;
  if (activeCampaign === undefined) return failed(phrases.notConfigured);
  const here = await reconcileHere(io);
  const there = await reconcileRemote(io, activeCampaign, input);
  return there.kind === "misused" ? there : bothOutcomes(here, there);
}

/** `reconcile` derives no leads, because the server derives them: a sign-up that has no lead yet counts as waiting. */
async function reconcileHere({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const counts = await countPeople(database);
  await write(table(counts));
  if ((counts.get("lost") ?? 0) === 0) return done;
  const lost = await findLost(database, maxListed);
  for (const email of lost) await write(`${shellWord(email)}\n`);
  return failed(phrases.lostAdvice);
}

function table(counts: ReadonlyMap<PersonState, number>): string {
  const total = sum(counts, [...counts.keys()]);
  const places = rowsOfPlaces.flatMap(([label, places]): Array<[string, number]> => {
    const details = places.map((place): [string, number] => [
      `  ${placeNames[place]}`,
      counts.get(place) ?? 0,
    ]);
    return [[label, sum(counts, places)], ...(places.length > 1 ? details : [])];
  });
  const lost = counts.get("lost") ?? 0;
  const all: Array<[string, number]> = [[rows.stored, total], ...places, [rows.sum, total - lost]];
  const verdict = lost === 0 ? phrases.noneLost : phrases.lost(formatCount(lost));
  const lines = all.map(
    ([name, count]) => `${name.padEnd(labelWidth)}${formatCount(count).padStart(9)}`,
  );
  return `${lines.join("\n")}\n${verdict}\n`;
}

function sum(counts: ReadonlyMap<PersonState, number>, places: readonly PersonState[]): number {
  return places.reduce((total, place) => total + (counts.get(place) ?? 0), 0);
}

function bothOutcomes(one: CommandOutcome, other: CommandOutcome): CommandOutcome {
  const lines = [one, other].flatMap((outcome) => (outcome.kind === "failed" ? outcome.lines : []));
  return lines.length > 0 ? failed(...lines) : done;
}

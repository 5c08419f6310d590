import { countPeople, findLost, type Place } from "#server/storage/deliveries/reconciliation.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { shellWord } from "./printing/escape.ts";
import { formatCount } from "./printing/text.ts";
import { reconcileRemote } from "./reconcile-remote.ts";

const maxListed = 1_000;

/**
 * The rows of the printed table, each with the places whose people it counts. The place `underived` is printed
 * as `not derived`.
 */
const rowsOfPlaces: ReadonlyArray<[label: string, places: readonly Place[]]> = [
  ["delivered", ["delivered"]],
  ["waiting", ["underived", "due", "sending", "importing"]],
  ["parked", ["parked"]],
  ["held back", ["held"]],
];

export const reconcile: Command = {
  needs: "database",
  usage: "[--remote [--all]]",
  summary: "checks that each stored person is delivered, waiting, parked or held back",
  details: [
    "People who are lost (none of these) are listed, and the exit code is 1. Each e-mail counts as one person.",
    "Waiting: not derived (signed up, but no lead yet), due (to be sent), sending, importing (sent, not confirmed yet).",
    "--remote checks 50 delivered people at ActiveCampaign, --all checks every one: contact, list and tags as",
    "they are set now. A person takes three requests, within ActiveCampaign's limit, which the courier needs too:",
    "about 90 people a minute. It changes nothing at ActiveCampaign.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    remote: { type: "boolean", about: "also checks 50 people at ActiveCampaign" },
    all: { type: "boolean", about: "with --remote: checks every delivered person" },
  },
  async run(io, { switches }) {
    const [remote, all] = [switches.has("remote"), switches.has("all")];
    if (all && !remote) return { kind: "misused", line: "--all needs --remote." };
    const { activeCampaign } = io.config;
    if (remote && activeCampaign === undefined)
      return failed(
        "ActiveCampaign is not configured, so --remote cannot check it. Set ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env.",
      );
    const here = await reconcileHere(io);
    if (!remote || activeCampaign === undefined) return here;
    return bothOutcomes(here, await reconcileRemote(io, activeCampaign, all));
  },
};

/** `reconcile` derives no leads, because the server derives them: a sign-up that has no lead yet counts as waiting. */
async function reconcileHere({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const counts = await countPeople(database);
  await write(table(counts));
  if ((counts.get("lost") ?? 0) === 0) return done;
  const lost = await findLost(database, maxListed);
  for (const email of lost) await write(`${shellWord(email)}\n`);
  return failed(
    "These people are stored, but neither delivered nor waiting. To send one of them: npm run leads -- retry <e-mail>",
  );
}

function table(counts: ReadonlyMap<Place, number>): string {
  const total = sum(counts, [...counts.keys()]);
  const rows = rowsOfPlaces.flatMap(([label, places]): Array<[string, number]> => {
    const details = places.map((place): [string, number] => [
      `  ${place === "underived" ? "not derived" : place}`,
      counts.get(place) ?? 0,
    ]);
    return [[label, sum(counts, places)], ...(places.length > 1 ? details : [])];
  });
  const lost = counts.get("lost") ?? 0;
  const all: Array<[string, number]> = [["stored people", total], ...rows, ["sum", total - lost]];
  const verdict = lost === 0 ? "No person is lost." : `People lost: ${formatCount(lost)}`;
  const lines = all.map(([name, count]) => `${name.padEnd(16)}${formatCount(count).padStart(9)}`);
  return `${lines.join("\n")}\n${verdict}\n`;
}

function sum(counts: ReadonlyMap<Place, number>, places: readonly Place[]): number {
  return places.reduce((total, place) => total + (counts.get(place) ?? 0), 0);
}

function bothOutcomes(one: CommandOutcome, other: CommandOutcome): CommandOutcome {
  const lines = [one, other].flatMap((outcome) => (outcome.kind === "failed" ? outcome.lines : []));
  return lines.length > 0 ? failed(...lines) : done;
}

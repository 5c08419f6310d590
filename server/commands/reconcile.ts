import { countPeople, findLost, type Place } from "#server/storage/deliveries/reconciliation.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { grouped } from "./printing/bar-chart.ts";
import { shellWord } from "./printing/escape.ts";
import { reconcileRemote } from "./reconcile-remote.ts";

const mostListed = 1_000;

/** In the order of a lead's life. */
const places: ReadonlyArray<[string, readonly Place[]]> = [
  ["delivered", ["delivered"]],
  ["waiting", ["underived", "due", "sending", "importing"]],
  ["parked", ["parked"]],
  ["held back", ["held"]],
];

export const reconcile: Command = {
  reaches: "database",
  usage: "[--remote [--all]]",
  summary: "adds up: everybody stored is delivered, waiting, parked or held back",
  details: [
    "Whoever is none of these is listed, and the exit code is 1. A person counts once, by e-mail.",
    "--remote looks at 50 delivered people at ActiveCampaign, --all at every one: contact, list and tags as",
    "they are set now. It takes three requests each, within ActiveCampaign's limit and in turn with the courier:",
    "some 90 people a minute. It changes nothing over there.",
  ],
  operands: { least: 0, most: 0 },
  options: {
    remote: { type: "boolean", about: "also looks at ActiveCampaign" },
    all: { type: "boolean", about: "with --remote: at everybody who was delivered" },
  },
  async run(world, { flags }) {
    const [remote, all] = [flags.has("remote"), flags.has("all")];
    if (all && !remote) return { kind: "misused", line: "--all goes with --remote." };
    const { activeCampaign } = world.config;
    if (remote && activeCampaign === undefined)
      return failed("ActiveCampaign is not configured: there is nothing to look at.");
    const here = await reconcileHere(world);
    if (!remote || activeCampaign === undefined) return here;
    return worse(here, await reconcileRemote(world, activeCampaign, all));
  },
};

/** Who is not in the books yet counts as waiting: keeping them is left to the server, which rests meanwhile. */
async function reconcileHere({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const counts = await countPeople(database);
  await write(table(counts));
  if ((counts.get("lost") ?? 0) === 0) return done;
  const lost = await findLost(database, mostListed);
  for (const email of lost) await write(`${shellWord(email)}\n`);
  return failed(
    "These people are stored, and neither delivered nor waiting. To send one: npm run leads -- retry <e-mail>",
  );
}

function table(counts: ReadonlyMap<Place, number>): string {
  const total = sum(counts, [...counts.keys()]);
  const rows = places.flatMap(([name, parts]): Array<[string, number]> => {
    const detail = parts.map((part): [string, number] => [`  ${part}`, counts.get(part) ?? 0]);
    return [[name, sum(counts, parts)], ...(parts.length > 1 ? detail : [])];
  });
  const accounted = total - (counts.get("lost") ?? 0);
  const all: Array<[string, number]> = [["stored people", total], ...rows, ["sum", accounted]];
  const lines = all.map(([name, count]) => `${name.padEnd(16)}${grouped(count).padStart(9)}`);
  return `${lines.join("\n")}\n${verdict(total - accounted)}\n`;
}

function sum(counts: ReadonlyMap<Place, number>, parts: readonly Place[]): number {
  return parts.reduce((total, part) => total + (counts.get(part) ?? 0), 0);
}

function verdict(lost: number): string {
  return lost === 0 ? "It adds up." : `It does not add up. Missing: ${grouped(lost)}`;
}

function worse(one: CommandOutcome, other: CommandOutcome): CommandOutcome {
  const lines = [one, other].flatMap((outcome) => (outcome.kind === "failed" ? outcome.lines : []));
  return lines.length > 0 ? failed(...lines) : done;
}

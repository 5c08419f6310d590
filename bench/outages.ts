import { policies } from "./outages/policies.ts";
import { type Scenario, scenarios } from "./outages/scenarios.ts";
import { type SimulatedRun, simulate } from "./outages/simulate.ts";
import { writeSection } from "./write-section.ts";

const runs = 40;
const columns = [
  "ActiveCampaign for 30 minutes",
  "policy",
  "requests during it",
  "of 45 delivered during it",
  "the next one after it, s",
  "all there after, s",
];

/** Compares the courier's policy with others while ActiveCampaign fails. A simulated clock makes this take seconds. */
export async function benchOutages(): Promise<void> {
  const lines = [tableRow(columns), tableRow(["---", "---", "---:", "---:", "---:", "---:"])];
  for (const scenario of scenarios)
    for (const [name, makePolicy] of Object.entries(policies))
      lines.push(await measureRow(scenario, name, makePolicy));
  const table = `${lines.join("\n")}\n\nMedians of ${runs} runs. A dash: no lead waited any more. The last lead signs up after 220 s.`;
  console.log(table);
  await writeSection("docs/speed.md", "outages", table);
}

async function measureRow(
  scenario: Scenario,
  name: string,
  makePolicy: Parameters<typeof simulate>[0],
): Promise<string> {
  const simulated: SimulatedRun[] = [];
  for (let seed = 1; seed <= runs; seed += 1)
    simulated.push(await simulate(makePolicy, scenario, randomFrom(seed)));
  const median = (figure: (run: SimulatedRun) => number) => medianOf(simulated.map(figure));
  return tableRow([
    scenario.name,
    name,
    String(median(({ requests }) => requests)),
    String(median(({ deliveredDuring }) => deliveredDuring)),
    seconds(median(({ firstAfterMs }) => firstAfterMs)),
    seconds(median(({ allMs }) => allMs)),
  ]);
}

function medianOf(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  if (ms === Infinity) return "–";
  return String(Math.round(ms / 1_000));
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Returns random numbers by the method of Park and Miller, so that a seed gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = (seed * 48_271) % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

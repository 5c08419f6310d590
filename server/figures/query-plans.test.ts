import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { expect, test } from "vitest";
import { factsAt } from "#tests/support/app/app.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readFigures } from "./figures.ts";

/** The tables that can have a million rows, or many rows for each minute. */
const large = /^SCAN (submissions|leads|deliveries|group_places|counts)\b/;
/** Small indexes: those with only the few rows that are counted, and the index in whose order counts are added up. */
const small =
  /USING (COVERING )?INDEX (submissions_(held|to_derive)|deliveries_parked|counts_sums)/;

/** A time during the class, when the panel shows the most. */
const duringClass = Date.parse("2026-11-11T20:30:40-03:00");

test("on SQLite no figure and no fact needs a look at all rows of a large table", async () => {
  const database = await temporaryDatabase("sqlite");
  const nodes: RootOperationNode[] = [];
  const collecting = database.withPlugin(collector(nodes));
  await readFigures({ database: collecting, clock: () => duringClass, event: eventPlan });
  expect(nodes).toHaveLength(4);
  await factsAt(duringClass, collecting);
  expect(nodes.length).toBeGreaterThan(15);
  const steps: string[] = [];
  for (const node of nodes) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: "plan" });
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.executeQuery<{ detail: string }>(plan);
    steps.push(...rows.map(({ detail }) => detail));
  }
  expect(steps.filter((step) => large.test(step) && !small.test(step))).toEqual([]);
});

function collector(nodes: RootOperationNode[]): KyselyPlugin {
  return {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { expect, test } from "vitest";
import { eventPlan as event } from "#tests/support/app/event-plan.ts";
import { temporaryDatabase, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { type FiguresDeps, readFigures } from "./read-figures.ts";

/** The tables that can have a million rows, or a row for each minute. */
const large =
  /^SCAN (submissions|leads|deliveries|group_places|visit_counts|minute_counts|page_health)\b/;
/** The indexes that hold only the few rows that are counted, and the one from which the newest rows are read. */
const small =
  /USING (COVERING )?INDEX (submissions_(held|to_derive)|deliveries_(parked|delivered))/;

test("on SQLite no figure needs a look at all rows of a large table", async () => {
  const database = await temporaryDatabase("sqlite");
  const nodes: RootOperationNode[] = [];
  const watched = database.withPlugin(collector(nodes));
  const store = { kind: "sqlite", folder: await temporaryFolder() } as const;
  const deps: FiguresDeps = {
    database: watched,
    clock: Date.now,
    event,
    store,
    version: undefined,
    isConfigured: true,
  };
  await readFigures(deps);
  expect(nodes.length).toBeGreaterThan(10);
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

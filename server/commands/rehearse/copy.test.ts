import { expect, test } from "vitest";
import {
  pauseDeliveries,
  readCircuit,
  startBackOff,
  takeLease,
} from "#server/store/courier/circuit.ts";
import { countDeliveries, findUndelivered } from "#server/store/deliveries/progress.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { ana, bia } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { emptyQueue } from "./copy.ts";

test("in the copy no lead waits, also none of a new sign-up", async () => {
  const copy = await temporaryDatabase("sqlite");
  await appendSubmission(copy, { lead: ana, surface: "popup", receivedAt: 100 });
  await deriveLeads(copy, 200);
  await appendSubmission(copy, { lead: bia, surface: "popup", receivedAt: 300 });

  await emptyQueue(copy, 400);

  expect(await findUndelivered(copy)).toEqual({ count: 0, oldestAt: undefined });
  expect(await countDeliveries(copy)).toEqual([{ state: "parked", count: 2 }]);
});

test("the copy has no pause, no wait and no other courier's lease", async () => {
  const copy = await temporaryDatabase("sqlite");
  await takeLease(copy);
  await pauseDeliveries(copy, 100);
  await startBackOff(copy, 100_000);

  await emptyQueue(copy, 200);

  expect(await readCircuit(copy)).toMatchObject({ backOffUntil: 0, pausedAt: undefined });
  expect(await takeLease(copy)).toBeDefined();
});

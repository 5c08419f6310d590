import { describeReason } from "#phrases/delivery-states.ts";
import { deliveryFindings as phrases } from "#phrases/doctor/deliveries.ts";
import { subjects } from "#phrases/doctor/doctor.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { isCourierAtWork } from "#server/store/courier/lease.ts";
import {
  alarmAfterMs,
  countParked,
  findUndelivered,
  waitedMs,
} from "#server/store/deliveries/delivered.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const minuteMs = 60_000;

export async function checkQueue(io: WithDatabase): Promise<DoctorFinding[]> {
  const { database } = io;
  const now = await io.databaseClock(database);
  return [
    await checkCourier(database),
    ...(await checkCircuit(database, now)),
    await checkWaiting(io, now),
    ...(await checkWaitingForOperator(database)),
  ];
}

async function checkCourier(database: Database): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn(subjects.courier);
  return (await isCourierAtWork(database))
    ? ok(phrases.serverRuns)
    : warn(phrases.noServer, phrases.startServer);
}

async function checkCircuit(database: Database, now: number): Promise<DoctorFinding[]> {
  const { ok, warn, fail } = findingsOn(subjects.deliveries);
  const { pausedAt, tripped, backOffUntil } = await readCircuit(database);
  const findings: DoctorFinding[] = [];
  if (pausedAt !== undefined)
    findings.push(warn(phrases.paused(formatTime(pausedAt)), phrases.resume));
  if (backOffUntil > now)
    findings.push(warn(phrases.backOff(formatTime(backOffUntil)), phrases.resumeNow));
  if (tripped !== undefined)
    findings.push(
      fail(
        phrases.tripped(formatTime(tripped.since), describeReason(tripped.reason)),
        phrases.fixAndResume,
      ),
    );
  return findings.length > 0 ? findings : [ok(phrases.nothingStops)];
}

async function checkWaiting(
  { database, config }: WithDatabase,
  now: number,
): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn(subjects.waiting);
  const { count, oldestAt } = await findUndelivered(database);
  const waitMs = waitedMs(oldestAt, now);
  if (count === 0) return ok(phrases.noneWaits);
  const text = phrases.waiting(formatCount(count), formatCount(Math.floor(waitMs / minuteMs)));
  if (waitMs <= alarmAfterMs || config.activeCampaign === undefined) return ok(text);
  return warn(text, phrases.readAlarms);
}

/** Reports the leads and sign-ups that wait for a decision of the operator. */
async function checkWaitingForOperator(database: Database): Promise<DoctorFinding[]> {
  const parked = await countParked(database);
  const held = await countHeld(database);
  const findings: DoctorFinding[] = [];
  if (parked > 0)
    findings.push(
      findingsOn(subjects.parked).warn(phrases.parked(formatCount(parked)), phrases.listParked),
    );
  if (held > 0)
    findings.push(
      findingsOn(subjects.held).warn(phrases.held(formatCount(held)), phrases.listHeld),
    );
  return findings;
}

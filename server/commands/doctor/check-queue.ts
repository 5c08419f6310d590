import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { isCourierAtWork } from "#server/storage/courier/lease.ts";
import { countParked } from "#server/storage/deliveries/parked.ts";
import { alarmAfterMs, findUndelivered, waitedMs } from "#server/storage/deliveries/undelivered.ts";
import { countHeld } from "#server/storage/submissions/held-submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const minuteMs = 60_000;

export async function checkQueue(io: WithDatabase): Promise<DoctorFinding[]> {
  const { database } = io;
  const now = await io.databaseClock(database);
  return [
    await checkCourier(database, now),
    ...(await checkCircuit(database, now)),
    await checkWaiting(io, now),
    ...(await checkWaitingForOperator(database)),
  ];
}

async function checkCourier(database: Database, now: number): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn("courier");
  return (await isCourierAtWork(database, now))
    ? ok("A server is running, and can send leads to ActiveCampaign.")
    : warn(
        "No server with settings of ActiveCampaign is running on this store.",
        "Start the server, or restart it after a change of .env: npm start; under systemd: systemctl restart black-ahsd",
      );
}

async function checkCircuit(database: Database, now: number): Promise<DoctorFinding[]> {
  const { ok, warn, fail } = findingsOn("circuit");
  const { pausedAt, tripped, backOffUntil } = await readCircuit(database);
  const findings: DoctorFinding[] = [];
  if (pausedAt !== undefined)
    findings.push(
      warn(`Paused since ${formatTime(pausedAt)}.`, "To go on: npm run leads -- resume"),
    );
  if (backOffUntil > now)
    findings.push(
      warn(
        `ActiveCampaign asked us to wait until ${formatTime(backOffUntil)}.`,
        "Wait, and check which other programs use the account. To go on now: npm run leads -- resume --now",
      ),
    );
  if (tripped !== undefined)
    findings.push(
      fail(
        `Stopped since ${formatTime(tripped.since)}, because ActiveCampaign failed (${tripped.reason}).`,
        "Fix what the lines about ActiveCampaign say, then: npm run leads -- resume",
      ),
    );
  return findings.length > 0 ? findings : [ok("No pause, failure or wait stops the deliveries.")];
}

async function checkWaiting(
  { database, config }: WithDatabase,
  now: number,
): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn("waiting");
  const { count, oldestAt } = await findUndelivered(database);
  const waitMs = waitedMs(oldestAt, now);
  const text = `Leads that wait: ${formatCount(count)}, the oldest for ${Math.floor(waitMs / minuteMs)} min.`;
  if (waitMs <= alarmAfterMs || config.activeCampaign === undefined) return ok(text);
  return warn(text, "See docs/operating/alarms.md.");
}

/** Reports the leads and sign-ups that wait for a decision of the operator. */
async function checkWaitingForOperator(database: Database): Promise<DoctorFinding[]> {
  const parked = await countParked(database);
  const held = await countHeld(database);
  const findings: DoctorFinding[] = [];
  if (parked > 0)
    findings.push(
      findingsOn("parked").warn(
        `Leads that ActiveCampaign refused: ${formatCount(parked)}.`,
        "To list them: npm run leads -- retry",
      ),
    );
  if (held > 0)
    findings.push(
      findingsOn("held back").warn(
        `Sign-ups that may come from a machine: ${formatCount(held)}.`,
        "To list them: npm run leads -- release",
      ),
    );
  return findings;
}

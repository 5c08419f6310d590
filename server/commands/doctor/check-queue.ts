import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { grouped } from "#server/commands/printing/bar-chart.ts";
import { instant } from "#server/commands/printing/text.ts";
import type { Config } from "#server/config.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { isCourierAtWork } from "#server/storage/courier/lease.ts";
import { countParked } from "#server/storage/deliveries/parked.ts";
import { alarmAfterMs, findUndelivered, waitedMs } from "#server/storage/deliveries/undelivered.ts";
import { countHeld } from "#server/storage/submissions/held-submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

const minuteMs = 60_000;

type Looking = CommandLineIo & { database: Database; config: Config };

export async function checkQueue(looking: Looking): Promise<DoctorFinding[]> {
  const now = await looking.databaseClock(looking.database);
  return [
    await checkCourier(looking.database, now),
    ...(await checkLane(looking.database, now)),
    await checkWaiting(looking, now),
    ...(await checkLeftToYou(looking.database)),
  ];
}

async function checkCourier(database: Database, now: number): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn("courier");
  return (await isCourierAtWork(database, now))
    ? ok("A server is running and has it.")
    : warn(
        "No server with ActiveCampaign's settings is running on this store.",
        "Start it, or start it again after a change of .env: npm start, or systemctl restart black-ahsd",
      );
}

async function checkLane(database: Database, now: number): Promise<DoctorFinding[]> {
  const { ok, warn, fail } = findingsOn("lane");
  const { pausedAt, tripped, backOffUntil } = await readCircuit(database);
  const findings: DoctorFinding[] = [];
  if (pausedAt !== undefined)
    findings.push(warn(`Paused since ${instant(pausedAt)}.`, "npm run leads -- resume"));
  if (backOffUntil > now)
    findings.push(
      warn(
        `ActiveCampaign asked for silence until ${instant(backOffUntil)}.`,
        "Wait, and see who else uses the account. To go on now: npm run leads -- resume --now",
      ),
    );
  if (tripped !== undefined)
    findings.push(
      fail(
        `Closed since ${instant(tripped.since)}: ${tripped.reason}.`,
        "Mend what the lines on ActiveCampaign say, then: npm run leads -- resume",
      ),
    );
  return findings.length > 0 ? findings : [ok("Open.")];
}

async function checkWaiting({ database, config }: Looking, now: number): Promise<DoctorFinding> {
  const { ok, warn } = findingsOn("waiting");
  const { count, oldestAt } = await findUndelivered(database);
  const waitMs = waitedMs(oldestAt, now);
  const text = `${grouped(count)} on the way, the oldest for ${Math.floor(waitMs / minuteMs)} min`;
  if (waitMs <= alarmAfterMs || config.activeCampaign === undefined) return ok(text);
  return warn(text, "See docs/operating.md, Alarms.");
}

async function checkLeftToYou(database: Database): Promise<DoctorFinding[]> {
  const parked = await countParked(database);
  const held = await countHeld(database);
  return [
    ...(parked === 0
      ? []
      : [findingsOn("parked").warn(`${grouped(parked)} refused`, "npm run leads -- retry")]),
    ...(held === 0
      ? []
      : [
          findingsOn("held back").warn(
            `${grouped(held)} taken for a machine's`,
            "npm run leads -- release",
          ),
        ]),
  ];
}

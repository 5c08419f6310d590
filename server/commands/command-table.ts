import type { Command } from "#server/command-line/command.ts";
import { backup } from "#server/copies/backup.ts";
import { copied } from "#server/copies/copied.ts";
import { restore } from "#server/copies/restore.ts";
import { doctor } from "#server/doctor/doctor.ts";
import { phase } from "#server/event/command.ts";
import { groups } from "#server/groups/command.ts";
import { panel } from "#server/panel/command.ts";
import { stats } from "#server/panel/stats.ts";
import { room } from "#server/room/command.ts";
import { alert } from "#server/watch/command.ts";
import { pause, release, resume, retry } from "./deliveries.ts";
import { exportLeads } from "./export.ts";
import { accountFields } from "./fields.ts";
import { find, list } from "./find.ts";
import { access, add, erase } from "./people.ts";

/** The help lists the commands in this order. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ["list", list],
  ["find", find],
  ["add", add],
  ["export", exportLeads],
  ["stats", stats],
  ["panel", panel],
  ["release", release],
  ["retry", retry],
  ["pause", pause],
  ["resume", resume],
  ["phase", phase],
  ["groups", groups],
  ["room", room],
  ["doctor", doctor],
  ["fields", accountFields],
  ["alert", alert],
  ["access", access],
  ["erase", erase],
  ["backup", backup],
  ["restore", restore],
  ["copied", copied],
]);

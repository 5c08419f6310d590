import { access } from "#server/commands/access.ts";
import { add } from "#server/commands/add.ts";
import { alert } from "#server/commands/alert.ts";
import { backup } from "#server/commands/backup/backup.ts";
import { doctor } from "#server/commands/doctor/doctor.ts";
import { erase } from "#server/commands/erase.ts";
import { exportLeads } from "#server/commands/export.ts";
import { find } from "#server/commands/find.ts";
import { groups } from "#server/commands/groups/groups.ts";
import { list } from "#server/commands/list.ts";
import { moved } from "#server/commands/moved.ts";
import { panel } from "#server/commands/panel.ts";
import { pause, resume } from "#server/commands/pause.ts";
import { phase } from "#server/commands/phase.ts";
import { preview } from "#server/commands/preview.ts";
import { reconcile } from "#server/commands/reconcile.ts";
import { rehearse } from "#server/commands/rehearse/rehearse.ts";
import { release } from "#server/commands/release.ts";
import { report } from "#server/commands/report/report.ts";
import { restore } from "#server/commands/restore.ts";
import { retry } from "#server/commands/retry.ts";
import { stats } from "#server/commands/stats/stats.ts";
import type { Command } from "./command.ts";

/** The help lists the commands in this order. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ["list", list],
  ["find", find],
  ["add", add],
  ["export", exportLeads],
  ["stats", stats],
  ["panel", panel],
  ["report", report],
  ["release", release],
  ["retry", retry],
  ["pause", pause],
  ["resume", resume],
  ["phase", phase],
  ["moved", moved],
  ["preview", preview],
  ["groups", groups],
  ["reconcile", reconcile],
  ["doctor", doctor],
  ["alert", alert],
  ["rehearse", rehearse],
  ["access", access],
  ["erase", erase],
  ["backup", backup],
  ["restore", restore],
]);

import { access } from "#server/commands/access.ts";
import { add } from "#server/commands/add.ts";
import { erase } from "#server/commands/erase.ts";
import { exportLeads } from "#server/commands/export.ts";
import { find } from "#server/commands/find.ts";
import { list } from "#server/commands/list.ts";
import { pause, resume } from "#server/commands/pause.ts";
import { reconcile } from "#server/commands/reconcile.ts";
import { rehearse } from "#server/commands/rehearse/rehearse.ts";
import { release } from "#server/commands/release.ts";
import { retry } from "#server/commands/retry.ts";
import { backup } from "#server/copies/backup-command.ts";
import { restore } from "#server/copies/restore-command.ts";
import { doctor } from "#server/doctor/doctor.ts";
import { phase, preview } from "#server/event/command.ts";
import { report } from "#server/figures/report.ts";
import { stats } from "#server/figures/stats.ts";
import { groups } from "#server/groups/command.ts";
import { panel } from "#server/panel/command.ts";
import { alert } from "#server/watch/command.ts";
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

import type { Command } from "#server/command-line/command.ts";
import { backup } from "#server/copies/backup-command.ts";
import { restore } from "#server/copies/restore-command.ts";
import { doctor } from "#server/doctor/doctor.ts";
import { phase, preview } from "#server/event/command.ts";
import { stats } from "#server/figures/stats.ts";
import { groups } from "#server/groups/command.ts";
import { panel } from "#server/panel/command.ts";
import { report } from "#server/report/report.ts";
import { alert } from "#server/watch/command.ts";
import { access } from "./access.ts";
import { add } from "./add.ts";
import { erase } from "./erase.ts";
import { exportLeads } from "./export.ts";
import { find } from "./find.ts";
import { list } from "./list.ts";
import { pause, resume } from "./pause.ts";
import { reconcile } from "./reconcile.ts";
import { rehearse } from "./rehearse/rehearse.ts";
import { release } from "./release.ts";
import { retry } from "./retry.ts";

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

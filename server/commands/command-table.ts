import { access } from "./access.ts";
import { backup } from "./backup.ts";
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { erase } from "./erase.ts";
import { exportLeads } from "./export.ts";
import { find } from "./find.ts";
import { list } from "./list.ts";
import { pause } from "./pause.ts";
import { reconcile } from "./reconcile.ts";
import { release } from "./release.ts";
import { restore } from "./restore.ts";
import { resume } from "./resume.ts";
import { retry } from "./retry.ts";
import { stats } from "./stats.ts";

/** In the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ["list", list],
  ["find", find],
  ["export", exportLeads],
  ["stats", stats],
  ["release", release],
  ["retry", retry],
  ["pause", pause],
  ["resume", resume],
  ["reconcile", reconcile],
  ["doctor", doctor],
  ["access", access],
  ["erase", erase],
  ["backup", backup],
  ["restore", restore],
]);

import { access } from "./access.ts";
import { backup } from "./backup.ts";
import type { Command } from "./command.ts";
import { erase } from "./erase.ts";
import { exportLeads } from "./export.ts";
import { find } from "./find.ts";
import { list } from "./list.ts";
import { release } from "./release.ts";
import { restore } from "./restore.ts";
import { stats } from "./stats.ts";

/** In the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ["list", list],
  ["find", find],
  ["export", exportLeads],
  ["stats", stats],
  ["release", release],
  ["access", access],
  ["erase", erase],
  ["backup", backup],
  ["restore", restore],
]);

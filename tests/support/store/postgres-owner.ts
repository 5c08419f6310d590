import { execFile } from "node:child_process";
import { chown, cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

export type Owner = { uid?: number; gid?: number };
type Prepared = { binaries: string; owner: Owner };

/** Postgres refuses to run as root. In that case it runs as the user `nobody`, which every system has. */
export async function prepareFolder(folder: string, native: string): Promise<Prepared> {
  if (process.getuid?.() !== 0) return { binaries: join(native, "bin"), owner: {} };
  const [uid, gid] = await Promise.all([idOfNobody("-u"), idOfNobody("-g")]);
  await chown(folder, uid, gid);
  const binaries = join(await withinReach(native, folder, { uid, gid }), "bin");
  return { binaries, owner: { uid, gid } };
}

async function idOfNobody(which: "-u" | "-g"): Promise<number> {
  const { stdout } = await execute("id", [which, "nobody"]);
  return Number(stdout);
}

/** Copies Postgres' files if the user who runs it cannot read them, for example in a checkout in root's home. */
async function withinReach(native: string, folder: string, owner: Owner): Promise<string> {
  const reaches = await execute(join(native, "bin", "initdb"), ["--version"], owner).then(
    () => true,
    () => false,
  );
  if (reaches) return native;
  const copy = join(folder, "native");
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

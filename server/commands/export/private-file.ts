import { existsSync } from "node:fs";
import { type FileHandle, link, open, rename, rm, stat } from "node:fs/promises";
import { exportLeads as phrases } from "#phrases/commands/export.ts";

const onlyOwner = 0o600;
/** The error codes of a file system that knows no second name for a file, like that of a USB stick. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Writes a file that only its owner can read. The file gets its name when it is complete; until then it is called
 * `<name>.part`. It never takes the place of another file.
 */
export async function writePrivateFile(
  path: string,
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`;
  // A part that an interrupted export left must not stay: it has personal data.
  await rm(part, { force: true });
  const file = await open(part, "wx", onlyOwner);
  try {
    await produce((text) => file.appendFile(text));
    await file.sync();
    await refuseOtherPart(file, part);
    await giveNewName(part, path);
  } finally {
    if (await isAt(file, part)) await rm(part, { force: true });
    await file.close();
  }
}

/** Another export to the same name has removed this one's part, and may still be writing a part of its own. */
async function refuseOtherPart(file: FileHandle, part: string): Promise<void> {
  if (await isAt(file, part)) return;
  throw Object.assign(new Error(phrases.otherExport(part)), { code: "EBUSY" });
}

async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.ino === (await file.stat()).ino;
}

/** Gives the file a second name, because this fails when the name is taken, and `rename` does not. */
async function giveNewName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!noLinks.includes(code) || existsSync(path)) throw error;
    await rename(part, path);
  }
}

import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";

const onlyOwner = 0o600;
/** The error codes of a file system that knows no second name for a file, like that of a USB stick. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Writes a file that only its owner can read. The file gets its name when it is complete; until then it is called
 * `<name>.part`. Without `replace` it never takes the place of another file.
 */
export async function writePrivateFile(
  path: string,
  replace: boolean,
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`;
  // A part that an interrupted export left must not stay: it has personal data.
  await rm(part, { force: true });
  const file = await open(part, "wx", onlyOwner);
  try {
    await produce((text) => file.appendFile(text));
    await file.sync();
    await (replace ? rename(part, path) : giveNewName(part, path));
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
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

import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dayMs } from "#event/time-zone.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { makeFolder } from "#server/store/connection/sqlite.ts";
import { type Bucket, type BucketKeys, getFile, listFiles, putFile, removeFile } from "./bucket.ts";

/** Where copies are kept: a folder, or a bucket of a service with the interface of S3. */
export type CopyPlace = {
  /** How messages, the panel and the store name this place; without any secret. */
  name: string;
  /** The folder; undefined for a bucket. */
  folder: string | undefined;
  /** All names in the place. Fails if the place cannot be reached: call it before a copy is made. */
  list(stopped: AbortSignal): Promise<string[]>;
  /** Makes a copy under this name. `make` writes it into a file; the copy has its name only after a check. */
  add(name: string, make: (file: string) => Promise<void>, stopped: AbortSignal): Promise<void>;
  /** Removes a copy. A copy that is not there is no failure: another process may have removed it. */
  remove(name: string, stopped: AbortSignal): Promise<void>;
  /** Calls `use` with a file that holds this copy, and removes the file afterwards if it was made for that. */
  read<T>(name: string, use: (file: string) => Promise<T>, stopped: AbortSignal): Promise<T>;
};

/** Why copies cannot be kept at an address. */
const unfit = {
  address:
    "Este endereço não serve. Escreva uma pasta, ou o endereço de um bucket, como s3+https://servidor/bucket/pasta, sem chave nem senha.",
  bucket:
    "Falta o bucket no endereço, ou ele tem um sinal que não serve. Use letras, números e - . _ ~, como em s3+https://servidor/bucket/pasta.",
  unencrypted:
    "As cópias têm dados pessoais e não podem viajar sem criptografia. Use s3+https://; s3+http:// só vale nesta máquina.",
  keys: "Falta a chave do bucket. Escreva AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY e, se for preciso, AWS_REGION no .env.",
};

type Options = {
  clock: () => number;
  config: { store: Store; bucketKeys: BucketKeys | undefined };
};

/** Opens a folder, or `s3+https://host/bucket/prefix`. A key in the address is refused. */
export function openPlace(
  text: string,
  { clock, config: { store, bucketKeys: keys } }: Options,
): { kind: "place"; place: CopyPlace } | { kind: "unfit"; why: string } {
  if (!text.startsWith("s3+"))
    return /^\w[\w+.-]*:\/\//.test(text)
      ? { kind: "unfit", why: unfit.address }
      : { kind: "place", place: folderPlace(resolve(text), clock) };
  const url = readBucket(text.slice(3));
  if (typeof url === "string") return { kind: "unfit", why: url };
  if (keys === undefined) return { kind: "unfit", why: unfit.keys };
  const bucket = { keys, clock, answersWithinMs };
  return { kind: "place", place: bucketPlace(url, bucket, folderForParts(store)) };
}

/** Beside the store there is room for a copy, and `doctor` names what is left there. */
export function folderForParts(store: Store): string {
  return store.kind === "sqlite" ? store.folder : tmpdir();
}

const answersWithinMs = 60_000;
const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
/** Only characters that need no encoding in a path, because services encode the others in different ways. */
const plainPath = /^(\/[\w.~-]+)+\/?$/;

/** Returns the address of a bucket, with a prefix for names or without; or why there is none. */
function readBucket(address: string): URL | string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return unfit.address;
  if (url.username + url.password + url.search + url.hash !== "") return unfit.address;
  if (url.protocol === "http:" && !loopbackHosts.includes(url.hostname)) return unfit.unencrypted;
  return plainPath.test(url.pathname) ? url : unfit.bucket;
}

/** Keeps copies in a folder, which exists: a folder that is missing may be a disk that is not mounted. */
function folderPlace(folder: string, clock: () => number): CopyPlace {
  return {
    name: folder,
    folder,
    // A folder is no copy of ours, whatever its name: it cannot be restored, and removing it would take what it holds.
    list: async () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => entry.name),
    async add(name, make) {
      removeLeftParts(folder, clock());
      await make(join(folder, name));
    },
    remove: async (name) => rmSync(join(folder, name), { force: true }),
    read: (name, use) => use(join(folder, name)),
  };
}

/** Keeps copies in a bucket. A copy is made and checked in a folder on this machine, and sent from there. */
export function bucketPlace(address: URL, bucket: Bucket, folder: string): CopyPlace {
  const place = address.href.replace(/\/$/, "");
  const [, name = "", ...rest] = new URL(place).pathname.split("/");
  const prefix = rest.map((part) => `${part}/`).join("");
  const at = (file: string) => new URL(`${place}/${file}`);
  return {
    name: `s3+${place}`,
    folder: undefined,
    list: (stopped) => listFiles(bucket, new URL(`/${name}`, address), prefix, stopped),
    add: (file, make, stopped) =>
      inOwnFolder(file, async (path) => {
        await make(path);
        await putFile(bucket, at(file), path, stopped);
      }),
    remove: (file, stopped) => removeFile(bucket, at(file), stopped),
    read: (file, use, stopped) =>
      inOwnFolder(file, async (path) => {
        await getFile(bucket, at(file), path, stopped);
        return use(path);
      }),
  };

  /** Gives a file in a folder that only this process uses. An interrupted process leaves it for a day at most. */
  async function inOwnFolder<T>(file: string, use: (path: string) => Promise<T>): Promise<T> {
    makeFolder(folder);
    removeLeftParts(folder, bucket.clock());
    const own = mkdtempSync(join(folder, `${file}.part-`));
    try {
      return await use(join(own, "copy"));
    } finally {
      rmSync(own, { recursive: true });
    }
  }
}

const form = /^black-ahsd-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-[\da-f]{8}\.sqlite$/;
const partForm = /^(black-ahsd-[\w-]+\.sqlite)\.part-\w{6}$/;

/** Removes copies that an ended process has not finished within a day: they hold personal data, and nothing else removes them. */
export function removeLeftParts(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const at = copyTime(partForm.exec(name)?.[1] ?? "") ?? now;
    if (now - at > dayMs) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * A new name for a copy of this time, without a colon, which some disks and programs refuse. All processes copy at the
 * same seconds, so a random part keeps two of them from writing one file.
 */
export function copyName(at: number): string {
  const [time = ""] = new Date(at).toISOString().split(".");
  return `black-ahsd-${time.replaceAll(":", "-")}Z-${randomBytes(4).toString("hex")}.sqlite`;
}

/** When the copy with this name was made; undefined for all files that are no copy of ours. */
export function copyTime(name: string): number | undefined {
  const [, day, hour, minute, second] = form.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** Our copies among these names, the newest first. */
export function newestFirst(names: readonly string[]): string[] {
  return names
    .filter((name) => copyTime(name) !== undefined)
    .sort()
    .reverse();
}

export type Keeping = { everyMs: number; keep: number };

/**
 * Returns the copies to remove after a new one. Of each interval only the newest copy stays, so that a process that starts
 * again and again, or a second process, does not cause older copies to be removed. Of the same second the name decides, so
 * that two processes never remove both. `spared` is never among them.
 */
export function findSurplus(
  names: readonly string[],
  { everyMs, keep }: Keeping,
  spared: string | null,
): string[] {
  const intervals = new Set<number>();
  return newestFirst(names).filter((name) => {
    if (name === spared) return false;
    const interval = Math.floor((copyTime(name) ?? 0) / everyMs);
    if (intervals.has(interval) || intervals.size === keep) return true;
    intervals.add(interval);
    return false;
  });
}

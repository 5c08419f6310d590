import { tmpdir } from "node:os";
import { resolve } from "node:path";
import type { Store } from "#server/store/connection/open-database.ts";
import { type Bucket, type BucketKeys, bucketPlace } from "./bucket.ts";
import { type CopyPlace, folderPlace } from "./places.ts";

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

type Options = { store: Store; clock: () => number; keys: BucketKeys | undefined };
type OpenedPlace =
  | { kind: "place"; place: CopyPlace; isFolder: boolean }
  | { kind: "unfit"; why: string };

/** Opens a folder, or `s3+https://host/bucket/prefix`. A key in the address is refused. */
export function openPlace(text: string, { store, clock, keys }: Options): OpenedPlace {
  if (!text.startsWith("s3+"))
    return /^\w[\w+.-]*:\/\//.test(text)
      ? { kind: "unfit", why: unfit.address }
      : { kind: "place", place: folderPlace(resolve(text), clock), isFolder: true };
  const bucket = readBucket(text.slice(3));
  if (typeof bucket === "string") return { kind: "unfit", why: bucket };
  if (keys === undefined) return { kind: "unfit", why: unfit.keys };
  // Beside the store there is room for a copy, and `doctor` names what is left there.
  const folder = store.kind === "sqlite" ? store.folder : tmpdir();
  return {
    kind: "place",
    place: bucketPlace(bucket, { keys, clock, folder }),
    isFolder: false,
  };
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
/** Only characters that need no encoding in a path, because services encode the others in different ways. */
const plainPath = /^(\/[\w.~-]+)+\/?$/;

/** Returns the bucket, or why the address names none. */
function readBucket(address: string): Bucket | string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return unfit.address;
  if (url.username + url.password + url.search + url.hash !== "") return unfit.address;
  if (url.protocol === "http:" && !loopbackHosts.includes(url.hostname)) return unfit.unencrypted;
  if (!plainPath.test(url.pathname)) return unfit.bucket;
  const [bucket = "", ...rest] = url.pathname.split("/").filter((part) => part !== "");
  return { url: new URL(`/${bucket}`, url), prefix: rest.map((part) => `${part}/`).join("") };
}

import { resolve } from "node:path";
import type { Bucket } from "./bucket-place.ts";

export type PlaceAddress =
  | { kind: "folder"; folder: string }
  | ({ kind: "bucket" } & Bucket)
  | { kind: "unfit"; why: "no-bucket" | "unencrypted" | "no-address" };

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
/** Only characters that need no encoding in a path, because services encode the others in different ways. */
const plainPath = /^(\/[\w.~-]+)+\/?$/;

/** Reads where copies are kept: a folder, or `s3+https://host/bucket/prefix`. A key in the address is refused. */
export function readAddress(text: string): PlaceAddress {
  if (!text.startsWith("s3+"))
    return /^\w[\w+.-]*:\/\//.test(text)
      ? { kind: "unfit", why: "no-address" }
      : { kind: "folder", folder: resolve(text) };
  const url = URL.canParse(text.slice(3)) ? new URL(text.slice(3)) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { kind: "unfit", why: "no-address" };
  if (url.username + url.password + url.search + url.hash !== "")
    return { kind: "unfit", why: "no-address" };
  if (url.protocol === "http:" && !loopbackHosts.includes(url.hostname))
    return { kind: "unfit", why: "unencrypted" };
  if (!plainPath.test(url.pathname)) return { kind: "unfit", why: "no-bucket" };
  const [bucket = "", ...rest] = url.pathname.split("/").filter((part) => part !== "");
  const prefix = rest.map((part) => `${part}/`).join("");
  return { kind: "bucket", url: new URL(`/${bucket}`, url), prefix };
}

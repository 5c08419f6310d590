import { tmpdir } from "node:os";
import type { Store } from "#server/store/connection/open-database.ts";
import { bucketPlace } from "./bucket-place.ts";
import { folderPlace } from "./folder-place.ts";
import type { CopyPlace } from "./place.ts";
import { type PlaceAddress, readAddress } from "./read-address.ts";
import type { BucketKeys } from "./sign-request.ts";

type Deps = { store: Store; clock: () => number; keys: BucketKeys | undefined };

export type OpenedPlace =
  | { kind: "place"; place: CopyPlace; isFolder: boolean }
  | { kind: "unfit"; why: "no-keys" | Extract<PlaceAddress, { kind: "unfit" }>["why"] };

const idleMs = 60_000;

export function openPlace(text: string, { store, clock, keys }: Deps): OpenedPlace {
  const address = readAddress(text);
  switch (address.kind) {
    case "unfit":
      return address;
    case "folder":
      return { kind: "place", place: folderPlace(address.folder, clock), isFolder: true };
    case "bucket": {
      if (keys === undefined) return { kind: "unfit", why: "no-keys" };
      // Beside the store there is room for a copy, and `doctor` names what is left there.
      const folder = store.kind === "sqlite" ? store.folder : tmpdir();
      const place = bucketPlace(address, { keys, clock, idleMs, folder });
      return { kind: "place", place, isFolder: false };
    }
  }
}

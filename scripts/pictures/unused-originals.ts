import { join, parse } from "node:path";
import { nearest } from "#content/shapes/nearest.ts";
import { pictures as say } from "#phrases/pictures.ts";
import { findUnused, isPhoto } from "./original.ts";
import type { PlannedPicture } from "./picture-list.ts";

const heic = /^\.hei[cf]$/i;

/** A sentence for each file in the folder of originals that is not used, with what to do. */
export function unusedOriginals(
  folder: string,
  planned: readonly Pick<PlannedPicture, "kind" | "name">[],
): string[] {
  const names = planned.map(({ name }) => name);
  return findUnused(folder, planned).map((file) => {
    const path = join(folder, file);
    const { name, ext } = parse(file);
    if (heic.test(ext)) return say.heic(path);
    if (!isPhoto(file)) return say.otherFormat(path);
    const nearest = nearestName(name.trim(), names);
    return say.unknownName(
      path,
      nearest ? { name: nearest, ending: ext.toLowerCase() } : undefined,
    );
  });
}

/** Without zeros in front of numbers, so that `depoimento-01` is near `depoimento-1`, and `depoimento-10` is not. */
function nearestName(name: string, names: string[]): string | undefined {
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/-?0*(\d+)/g, "-$1");
  if (names.includes(plain)) return plain;
  return /\d$/.test(plain)
    ? undefined
    : nearest(
        plain,
        names.filter((one) => !/\d$/.test(one)),
      );
}

import type { Ask, NotHeard } from "./ask.ts";
import { searchTag } from "./search-tag.ts";
import { getAsOperator } from "./vendor-get.ts";

type Found = { kind: "tag"; id: string } | { kind: "missing" } | NotHeard;

/** The id of a tag, without creating it as the courier would. */
export async function findTag(ask: Ask, name: string): Promise<Found> {
  const searched = await searchTag(getAsOperator(ask), name);
  switch (searched.kind) {
    case "found":
      return { kind: "tag", id: searched.item.id };
    case "missing":
      return searched;
    case "strange":
      return { kind: "unclear", reason: "tags without a list" };
    case "other":
      return searched.other;
  }
}

import * as v from "valibot";
import type { Ask, NotHeard } from "./ask.ts";

const found = v.object({ list: v.object({ name: v.string() }) });

/** What a list is called over there. */
export async function findList(
  ask: Ask,
  id: string,
): Promise<{ kind: "list"; name: string } | NotHeard> {
  const heard = await ask(`/lists/${encodeURIComponent(id)}`);
  if (heard.kind !== "done") return heard;
  const read = v.safeParse(found, heard.body);
  return read.success
    ? { kind: "list", name: read.output.list.name }
    : { kind: "unclear", reason: "a list without a name" };
}

import type { Context } from "hono";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { passParameter } from "#lead/contract.ts";
import { logLines } from "#phrases/log-lines.ts";
import { forOneRequest, nonPageHeaders } from "#server/http/headers.ts";
import { redirectElsewhere } from "#server/http/redirect-elsewhere.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { readPass } from "#server/store/groups/pass.ts";
import {
  createGroupFinder,
  type FindGroupDeps,
  type FoundGroup,
  type Press,
} from "./find-group.ts";
import { purposeOf } from "./request-purpose.ts";

export type GroupDeps = FindGroupDeps & {
  /** The key that signs the passes; undefined until the store has told it. */
  linkKey: () => string | undefined;
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
};

/** Answers with a redirect to the group, or to another group; undefined if all groups are full. */
export function createGroupAnswer(
  deps: GroupDeps,
): (context: Context) => Promise<Response | undefined> {
  const find = createGroupFinder(deps);
  let lastKnown = { id: 0, link: links.group };
  let isCounting = true;

  async function findOrLate(press: Press): Promise<FoundGroup> {
    try {
      const found = await find(press);
      if (found.kind === "late") noteUncounted({});
      else isCounting = true;
      return found;
    } catch (error) {
      noteUncounted({ error });
      return { kind: "late" };
    }
  }

  /** Writes one line until the store answers again, because thousands may press in the meantime. */
  function noteUncounted(reason: { error?: unknown }): void {
    if (isCounting) deps.log.error(reason, logLines.groupNotCounted);
    isCounting = false;
  }

  return async (context) => {
    const purpose = purposeOf(context.req.raw);
    if (purpose === "prefetch") return refusePrefetch();
    const press = readPress(deps, context, purpose === "press");
    const found = await findOrLate(press);
    switch (found.kind) {
      case "all-full":
        return undefined;
      case "late":
        // A failing store does not stop the visitor.
        return redirectElsewhere(lastKnown.link);
      case "no-groups":
        return redirectElsewhere(links.group);
      case "group":
        // A person who comes back may be led to an older group, which is full by now. All others are led to an open one.
        if (press.person === undefined || found.id >= lastKnown.id) lastKnown = found;
        return redirectElsewhere(found.link);
    }
  };
}

function readPress(
  { linkKey, trustedProxies }: GroupDeps,
  context: Context,
  isCounted: boolean,
): Press {
  const key = linkKey();
  const pass = context.req.query(passParameter) ?? "";
  return {
    person: key && readPass(key, pass),
    foundFull: context.req.path === paths.otherGroup,
    isCounted,
    address: networkAddressOf(context, trustedProxies),
  };
}

/** A browser that asked ahead of a press asks again at the press, because this answer is an error. */
function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { ...nonPageHeaders, ...forOneRequest } });
}

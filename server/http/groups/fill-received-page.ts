import { paths } from "#content/paths.ts";
import { forOneRequest } from "#server/http/headers.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import { passIn, withPass } from "#server/store/groups/pass.ts";

/**
 * The page after a sign-up without script, with the person's pass in its links to the group. Undefined without a pass:
 * then the page is as for every visitor.
 */
export function fillReceivedPage(pages: StaticPages, { url }: Request): Response | undefined {
  const pass = passIn(url);
  const template = pages.get(paths.received)?.get("identity");
  if (pass === undefined || template === undefined) return undefined;
  const html = [paths.group, paths.otherGroup].reduce(
    (text, path) => text.replaceAll(`href="${path}"`, `href="${withPass(path, pass)}"`),
    template.body.toString("utf8"),
  );
  const { contentType, security } = template.head;
  return new Response(html, {
    headers: { ...security, ...forOneRequest, "Content-Type": contentType },
  });
}

import * as v from "valibot";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { addContactPath, passParameter } from "#lead/contract.ts";
import { people } from "#tests/support/people.ts";

const Link = v.pipe(v.string(), v.startsWith(`${paths.group}?${passParameter}=`));
const AnswerShape = v.object({ group: Link });

/** The answer to a press that led to no group: the page that says that all groups are full. */
export const noGroup = "no group";

/**
 * Signs up so many people at these servers, half of them with a script and half with a form, and returns their links to
 * the group, from the root of the site.
 */
export function signUpPeople(urls: readonly string[], count: number): Promise<string[]> {
  return Promise.all(
    people(count).map((lead, index) => {
      const url = urls[index % urls.length] ?? "";
      const fields = { ...lead, surface: "popup", apikey: links.publicKey };
      return index < count / 2 ? groupInAnswer(url, fields) : groupInPage(url, fields);
    }),
  );
}

async function groupInAnswer(url: string, lead: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}${addContactPath}`, {
    method: "POST",
    headers: { ...fromNewAddress(), apikey: links.publicKey, "content-type": "application/json" },
    body: JSON.stringify(lead),
  });
  return v.parse(AnswerShape, await answer.json()).group;
}

/** The form leads to a page that has the pass in its link to the group, and in its own address. */
async function groupInPage(url: string, lead: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}${addContactPath}`, {
    method: "POST",
    headers: fromNewAddress(),
    body: new URLSearchParams(lead),
  });
  const page = await answer.text();
  const link = page.match(/href="([^"]+)"/g)?.find((href) => href.includes(`${paths.group}?`));
  return v.parse(Link, link?.slice(6, -1) ?? `${paths.group}${new URL(answer.url).search}`);
}

/** Presses a link to the group, and returns the group to which it leads. */
export async function pressLink(address: string, init: RequestInit = {}): Promise<string> {
  const headers = { ...fromNewAddress(), ...init.headers };
  const answer = await fetch(address, { ...init, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.headers.get("location") ?? noGroup;
}

/** The link to another group that belongs to a person's link to the group. */
export function otherGroup(link: string): string {
  return link.replace(paths.group, paths.otherGroup);
}

/** A random network address, so that no visitor reaches the limit of one address. */
function fromNewAddress(): Record<string, string> {
  const part = () => Math.floor(256 * Math.random());
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}` };
}

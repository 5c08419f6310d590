import * as v from "valibot";
import { onTestFinished } from "vitest";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { addContactPath, passParameter } from "#lead/contract.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/row-types.ts";
import { people } from "#tests/support/people.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";
import { createTemporaryStore, type Engine } from "#tests/support/store/temporary-database.ts";
import { type FaultServer, startServerOn } from "./server.ts";
import { newAddress } from "./sign-up.ts";

export type GroupServers = {
  servers: [FaultServer, FaultServer];
  /** The addresses of the two servers. */
  urls: [string, string];
  /** The store of both servers, as the test opens it. */
  database: Database;
  /** Starts another server on the same store. */
  start: () => Promise<FaultServer>;
};

/** Two servers on one store with one group for each of these numbers of places. */
export async function startGroupServers(
  engine: Engine,
  places: readonly number[],
  settings: Record<string, string> = {},
): Promise<GroupServers> {
  const { store, remove } = await createTemporaryStore(engine);
  onTestFinished(remove);
  const start = () => startServerOn(store, settings);
  const servers: [FaultServer, FaultServer] = [await start(), await start()];
  const database = await openDatabase(store);
  onTestFinished(() => database.destroy());
  for (const [index, stopAt] of places.entries()) await addTestGroup(database, index + 1, stopAt);
  return {
    servers,
    urls: [servers[0].url, servers[1].url],
    database,
    start,
  };
}

const Link = v.pipe(v.string(), v.startsWith(`${paths.group}?${passParameter}=`));
const AnswerShape = v.object({ group: Link });

/**
 * Signs up new people at these servers, half of them with a script and half with a form, and returns their links to
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
    headers: {
      "x-forwarded-for": newAddress(),
      apikey: links.publicKey,
      "content-type": "application/json",
    },
    body: JSON.stringify(lead),
  });
  return v.parse(AnswerShape, await answer.json()).group;
}

/** The form leads to a page whose link to the group has the pass. */
async function groupInPage(url: string, lead: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}${addContactPath}`, {
    method: "POST",
    headers: { "x-forwarded-for": newAddress() },
    body: new URLSearchParams(lead),
  });
  const found = (await answer.text()).matchAll(/href="([^"]+)"/g);
  const hrefs = [...found].map(([, href]) => href);
  const link = hrefs.find((href) => v.is(Link, href));
  return v.parse(Link, link);
}

/** Presses a link, and returns where it leads, or what else was answered. */
export async function pressLink(address: string, init: RequestInit = {}): Promise<string> {
  const headers = { "x-forwarded-for": newAddress(), ...init.headers };
  const answer = await fetch(address, { ...init, headers, redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("location") ?? `status ${answer.status}`;
}

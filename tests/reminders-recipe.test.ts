import { expect, onTestFinished, test, vi } from "vitest";
import { links } from "#content/links.ts";
import { messages as words } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { addContactPath } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { contextHeaders } from "./support/app/posting.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import { startFaultServer } from "./support/faults/server.ts";
import { readRecipe } from "./support/operator/reminders-recipe.ts";
import { ana, bia } from "./support/people.ts";
import { temporaryFolder } from "./support/store/temporary-database.ts";

const { settings, tags, messages } = await readRecipe();
const { current, currentNext } = words.wordings;

/** ActiveCampaign's own names in the messages, each with the field of the contact that it shows. */
const shownFields = {
  "%FIRSTNAME%": "firstName",
  "%LASTNAME%": "lastName",
  "%EMAIL%": "email",
  "%PHONE%": "phone",
} as const;
const sitePaths: string[] = [paths.landing, paths.live, calendarFilePath, paths.group];
const minuteMs = 60_000;

test(
  "within a minute a person of the class has the tag that starts the reminders, and a person after it only the other tag",
  async () => {
    const { url, fake } = await followRecipe();
    await signUp(url, ana, current.notice);
    await signUp(url, bia, currentNext.notice);
    const expected = [
      expect.objectContaining({ email: ana.email, tags: [tags.trigger] }),
      expect.objectContaining({ email: bia.email, tags: [tags.next] }),
    ];
    await vi.waitFor(() => expect(fake.contacts).toEqual(expected), { timeout: minuteMs });
    expect(tags.segment).toBe(tags.trigger);
    const inList = { [settings["ACTIVECAMPAIGN_LIST"] ?? ""]: 1 };
    expect(fake.contacts.map(({ lists }) => lists)).toEqual([inList, inList]);
    for (const name of namesInMessages())
      expect(fake.contacts[0]?.[fieldShownBy(name)], name).toBeTruthy();
  },
  2 * minuteMs,
);

test("each message has a subject and a text, and says how to enter or where the page is", () => {
  expect(messages.map(({ title }) => title.replace(/\. .*/, ""))).toEqual([..."12345678"]);
  for (const { subject, body } of messages) {
    expect(subject).toMatch(/^[^\n]+$/);
    expect(body).toMatch(/^Olá, %FIRSTNAME%\.\n.*SITE_URL\//s);
  }
});

test("each setting of the recipe is one of the server's", () => {
  const known = Object.keys(blankSettings);
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
});

test("each address in the messages is one of our site, and answers with its query", async () => {
  const { url } = await followRecipe();
  const addresses = [...new Set(messageTexts().match(/SITE_URL\S*/g))];
  const answers = addresses.map(async (address) => {
    const { pathname, search } = new URL(address.replace("SITE_URL", url));
    expect(sitePaths).toContain(pathname);
    expect(search).toMatch(/^\?utm_source=email&utm_campaign=[a-z-]+$/);
    const { status } = await fetch(`${url}${pathname}${search}`, { redirect: "manual" });
    return { address, status };
  });
  const dead = (await Promise.all(answers)).filter(
    ({ address, status }) => !(address.includes(paths.group) ? [302] : [200, 302]).includes(status),
  );
  expect(dead).toEqual([]);
});

test("the messages have no other address", () => {
  const others = messageTexts().replaceAll(/SITE_URL\S*/g, "");
  expect(others).not.toMatch(/https?:|www\.|\w\.\w|\/\w/);
});

/** Starts the product with the recipe's lines in `.env`; only the account is the fake one. */
async function followRecipe() {
  const fake = await startFakeActiveCampaign(accountLimits);
  onTestFinished(() => fake.stop());
  const { url } = await startFaultServer({
    ...settings,
    ACTIVECAMPAIGN_URL: fake.url,
    ACTIVECAMPAIGN_TOKEN: "fake-token",
    DATA_DIR: await temporaryFolder(),
  });
  return { url, fake };
}

async function signUp(url: string, person: Lead, wording: string): Promise<void> {
  const headers = { ...contextHeaders({ surface: "popup", wording }), apikey: links.publicKey };
  const answer = await fetch(`${url}${addContactPath}`, {
    method: "POST",
    body: JSON.stringify(person),
    headers: { ...headers, "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);
}

function messageTexts(): string {
  return messages.map(({ subject, body }) => `${subject}\n${body}`).join("\n");
}

function namesInMessages(): Set<string> {
  return new Set(messageTexts().match(/%[^%\s]*%/g));
}

function fieldShownBy(name: string) {
  const [, field] = Object.entries(shownFields).find(([shown]) => shown === name) ?? [];
  if (field === undefined) throw new Error(`The server does not fill ${name}.`);
  return field;
}

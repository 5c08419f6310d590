import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { passParameter } from "#lead/contract.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { readLinkKey, readPass } from "#server/store/pass.ts";
import { appOver } from "./support/app/app.ts";
import { postJson } from "./support/app/posting.ts";
import { createOperatorWithActiveCampaign } from "./support/operator/operator-with-active-campaign.ts";
import { people } from "./support/people.ts";

const reminders = readFileSync("docs/operacao/lembretes.md", "utf8");
const links = reminders.match(/SITE_URL\/aovivo\S+/g) ?? [];

test("who enters by the link of an e-mail gets the offer, and all others the recording", async () => {
  const { use, deliver, fake, clock } = await createOperatorWithActiveCampaign("sqlite", {
    fields: fields.map(({ perstag }) => perstag),
  });
  const linkKey = await use(readLinkKey);
  const passes = await use(async (database) => {
    const app = appOver(database, { clock: () => clock.now, linkKey: () => linkKey });
    const answers = people(3).map(async (person) => (await postJson(app, person)).text());
    return (await Promise.all(answers)).map((text) => /inscricao=([\w-]+)/.exec(text)?.[1]);
  });
  await deliver();
  expect(fake.contacts.map(filledIn).toSorted()).toEqual(passes.toSorted());

  const [ana, bia] = fake.contacts;
  const pressed = [ana, ana, bia].flatMap((contact) =>
    links.map((link) => link.replace("%BLACK_PASS%", contact ? filledIn(contact) : "")),
  );
  const entered = new Set(
    pressed.map((link) => {
      const { searchParams } = new URL(link.replace("SITE_URL", "https://x.example"));
      return readPass(linkKey, searchParams.get(passParameter) ?? "");
    }),
  );
  expect(entered.size).toBe(2);
  await use(async (database) => {
    for (const person of entered)
      if (person !== undefined)
        await database
          .insertInto("entries")
          .values({ person, at: clock.now, tag_due_at: clock.now })
          .execute();
  });
  await deliver();
  const segment = (hasEntered: boolean) =>
    fake.contacts.filter(
      ({ tags }) => tags.includes("black") && tags.includes("entered") === hasEntered,
    );
  expect(segment(true)).toEqual([ana, bia]);
  expect(segment(false)).toHaveLength(1);

  function filledIn(contact: (typeof fake.contacts)[number]): string {
    const field = fake.fields.find(({ perstag }) => perstag === "BLACK_PASS");
    return contact.fields[field?.id ?? ""] ?? "";
  }
});

test("each address in the reminders is one of the site", () => {
  // Each of the ten messages has two blocks to copy: the subject and the text.
  const blocks = [...reminders.matchAll(/^```text\n(.*?)\n```$/gms)].map(([, text]) => text);
  expect(blocks).toHaveLength(20);
  const texts = blocks.join("\n");
  const addresses = texts.match(/SITE_URL\S*/g) ?? [];
  expect(addresses.length).toBeGreaterThan(8);
  const withPass: string[] = [paths.live, paths.group];
  for (const address of addresses) {
    const { pathname, search } = new URL(address.replace("SITE_URL", "https://x.example"));
    expect([paths.landing, paths.live, paths.group, calendarFilePath]).toContain(pathname);
    const pass = withPass.includes(pathname) ? "inscricao=%BLACK_PASS%&" : "";
    expect(search).toMatch(new RegExp(`^\\?${pass}utm_source=email&utm_campaign=[a-z-]+$`));
  }
  expect(texts.replaceAll(/SITE_URL\S*/g, "")).not.toMatch(/https?:|www\.|\w\.\w|\/\w/);
  // The server fills in the first name always; ActiveCampaign would print an unknown field's name unchanged.
  const filled = texts.match(/%[^%\s]*%/g);
  expect(new Set(filled)).toEqual(new Set(["%FIRSTNAME%", "%BLACK_PASS%"]));
});

test("the tags that begin the reminders are those that the server gives", () => {
  const tag = (pattern: RegExp) => pattern.exec(reminders)?.[1];
  const ofClass = tag(/^ACTIVECAMPAIGN_TAGS=(.+)$/m);
  expect(ofClass).toBeDefined();
  expect(tag(/Gatilho: [^`]*`([^`]+)`/)).toBe(ofClass);
  expect(tag(/uma condição só: [^`]*`([^`]+)`/)).toBe(ofClass);
  const ofNext = tag(/`([^`]+)` é a tag de quem se inscreve depois da aula/);
  expect(ofNext).toBe(tag(/^ACTIVECAMPAIGN_NEXT_TAGS=(.+)$/m));
  const ofEntered = tag(/`([^`]+)` é a tag de quem entrou na aula/);
  expect(ofEntered).toBe(tag(/^ACTIVECAMPAIGN_ENTERED_TAG=(.+)$/m));
  expect(tag(/mais dois segmentos, [^`]*`([^`]+)`/)).toBe(ofEntered);
});

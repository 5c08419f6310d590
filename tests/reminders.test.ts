import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { passParameter } from "#lead/contract.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { readPass } from "#server/sign-up/read-pass.ts";
import { readLinkKey } from "#server/store/leads/make-pass.ts";
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

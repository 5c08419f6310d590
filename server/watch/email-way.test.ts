import { expect, test } from "vitest";
import { engines } from "#tests/support/store/temporary-database.ts";
import { operatorEmail, watchingByEmail } from "#tests/support/watch/operator-contact.ts";
import { parkLead, unparkLeads } from "#tests/support/watch/troubles.ts";

const minute = 60_000;

test.each(engines)(
  "on %s the operator's contact gets one tag when a trouble begins and another when it is over, each time anew",
  async (engine) => {
    const { database, fake, night, addContact, tags } = await watchingByEmail(engine);
    await addContact();
    for (let evening = 0; evening < 2; evening += 1) {
      await parkLead(database, night.clock());
      await night.pass(30_000);
      expect(tags()).toContain("black-ahsd-alerta");
      await unparkLeads(database);
      await night.pass(2 * minute);
      expect(tags()).toContain("black-ahsd-alerta-fim");
    }
    const given = fake.requests.filter(
      ({ path, status }) => path === "/contactTags" && status === 201,
    );
    expect(given).toHaveLength(4);
    const removed = fake.requests.filter(({ method }) => method === "DELETE");
    expect(removed.map(({ status }) => status)).toEqual([200, 200]);
  },
);

test("without a contact of the operator nothing is told, and the log says why without the e-mail", async () => {
  const { database, fake, night, lines } = await watchingByEmail("sqlite");
  await parkLead(database, night.clock());
  await night.pass(minute);
  expect(fake.contacts).toEqual([]);
  expect(lines.join("")).toContain('"reasons":["no contact"]');
  expect(lines.join("")).not.toContain(operatorEmail);
});

test("a trouble that is over while ActiveCampaign fails is not told by e-mail", async () => {
  const { fake, database, night, addContact, tags } = await watchingByEmail("sqlite");
  await addContact();
  fake.misbehave({ how: "403" });
  await parkLead(database, night.clock());
  await night.pass(minute);
  await unparkLeads(database);
  await night.pass(2 * minute);
  fake.behave();
  await night.pass(6 * minute);
  expect(tags()).toEqual([]);
});

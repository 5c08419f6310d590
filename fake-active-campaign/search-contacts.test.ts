import { expect, test } from "vitest";
import { startWithCaller } from "#tests/support/fake-active-campaign/caller.ts";

test("the contacts of a list come by id with their lists and tags, page by page", async () => {
  const { fake, call, sync } = await startWithCaller({ tags: ["black"] });
  for (const name of ["ana", "bia", "caio", "davi"]) await sync(`${name}@example.com`);
  for (const [index, lists] of [{ 2: 1 }, { 3: 1 }, { 2: 2, 3: 1 }, {}].entries())
    Object.assign(fake.contacts[index] ?? {}, { lists, tags: index === 2 ? ["black"] : [] });
  const page = async (more: string) =>
    (await call(`GET /contacts?listid=2&orders[id]=ASC&include=contactLists,contactTags${more}`))
      .body;
  expect(await page("&status=-1&id_greater=1")).toMatchObject({
    contacts: [{ id: "3" }],
    contactLists: [
      { contact: "3", list: "2", status: "2" },
      { contact: "3", list: "3", status: "1" },
    ],
    contactTags: [{ contact: "3", tag: "1" }],
    meta: { total: "1" },
  });
  expect(await page("&status=1")).toMatchObject({ contacts: [{ id: "1" }], contactTags: [] });
  expect(await page("&id_greater=3")).toMatchObject({ contacts: [] });
  expect(await call("GET /contacts")).toMatchObject({
    body: { contacts: [{ id: "4" }, { id: "3" }, { id: "2" }, { id: "1" }] },
  });
});

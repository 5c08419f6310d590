import { expect, test } from "vitest";
import { callOnce, startWithCaller, syncOf } from "#tests/support/fake-active-campaign/caller.ts";

test("a sync ignores the e-mail's case, and keeps what it leaves out", async () => {
  const { fake, sync } = await startWithCaller();
  await sync("ana@example.com", { firstName: "Ana", phone: "+5511987654321" });
  const again = await sync("ANA@example.com", { lastName: "Lima" });
  expect(again).toMatchObject({
    status: 200,
    body: { contact: { id: "1", email: "ana@example.com", firstName: "Ana", lastName: "Lima" } },
  });
  expect(fake.contacts).toEqual([
    {
      id: "1",
      email: "ana@example.com",
      firstName: "Ana",
      lastName: "Lima",
      phone: "+5511987654321",
      lists: {},
      tags: [],
      fields: {},
    },
  ]);
});

test("a field is made, shown and filled, and an unknown one is refused", async () => {
  const { fake, call } = await startWithCaller({ fields: ["CITY"] });
  const field = { type: "text", title: "Pass", perstag: "BLACK_PASS", descript: "", visible: 1 };
  expect(await call("POST /fields", { field })).toMatchObject({
    status: 201,
    body: { field: { id: "2" } },
  });
  expect(await call("POST /fields", { field })).toMatchObject({ status: 422 });
  const show = (id: number) => call("POST /fieldRels", { fieldRel: { field: id, relid: 0 } });
  expect(await show(2)).toMatchObject({ status: 201 });
  expect(await show(3)).toMatchObject({ status: 404 });
  expect(await call("GET /fields?limit=1&offset=1")).toMatchObject({
    body: { fields: [{ id: "2", perstag: "BLACK_PASS", lists: ["0"] }], meta: { total: "2" } },
  });
  const sync = (field: number, value: string) =>
    call("POST /contact/sync", {
      contact: { email: "ana@example.com", fieldValues: [{ field: String(field), value }] },
    });
  const bulk = (id: number, value: string) =>
    call("POST /import/bulk_import", {
      contacts: [{ email: "ana@example.com", fields: [{ id, value }] }],
    });
  expect(await sync(1, "Recife")).toMatchObject({ status: 201 });
  expect(await bulk(2, "abc")).toMatchObject({ status: 200 });
  expect(fake.contacts).toMatchObject([{ fields: { 1: "Recife", 2: "abc" } }]);
  expect(await sync(9, "x")).toMatchObject({ status: 422 });
  expect(await bulk(9, "x")).toMatchObject({
    status: 400,
    body: { failureReasons: [{ contact: 0 }] },
  });
});

test("a malformed e-mail is answered 422, and an unreadable body 400", async () => {
  const { call, sync } = await startWithCaller();
  expect(await sync("ana@")).toMatchObject({
    status: 422,
    body: { errors: [{ code: "email_invalid" }] },
  });
  expect(await call("POST /contact/sync", ["?"])).toMatchObject({ status: 400, body: {} });
});

test("a wrong token, or none, is answered 403, and another path 404", async () => {
  const { fake } = await startWithCaller({ token: "another" });
  expect(await callOnce(fake.url, ...syncOf("ana@example.com"))).toMatchObject({ status: 403 });
  expect(await fetch(`${fake.url}/api/3/users/me`)).toMatchObject({ status: 403 });
  const headers = { "Api-Token": "another" };
  expect(await fetch(`${fake.url}/users/me`, { headers })).toMatchObject({ status: 404 });
});

test("a contact can be put on an existing list only", async () => {
  const { call, sync } = await startWithCaller({ lists: [{ id: "4", name: "Black AHSD" }] });
  await sync("ana@example.com");
  const subscribe = (list: number) =>
    call("POST /contactLists", { contactList: { list, contact: 1, status: 1 } });
  expect(await subscribe(4)).toMatchObject({ status: 201 });
  expect(await subscribe(4)).toMatchObject({ status: 200 });
  expect(await subscribe(5)).toMatchObject({ status: 400 });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({
    body: { contactLists: [{ list: "4", status: "1" }], meta: { total: "1" } },
  });
  expect(await call("GET /lists/4")).toMatchObject({ body: { list: { name: "Black AHSD" } } });
  expect(await call("GET /lists/5")).toMatchObject({ status: 404 });
});

test("tags come in pages of twenty by default, and of a hundred at most", async () => {
  const { call } = await startWithCaller({
    tags: Array.from({ length: 130 }, (_, index) => `black ${index}`),
  });
  const page = async (query: string) => (await call(`GET /tags?${query}`)).body;
  expect(await page("")).toMatchObject({ tags: { length: 20 }, meta: { total: "130" } });
  expect(await page("limit=500")).toMatchObject({ tags: { length: 100 } });
  expect(await page("limit=100&offset=100")).toMatchObject({ tags: { length: 30 } });
  expect(await page("search=BLACK%2012")).toMatchObject({ meta: { total: "11" } });
});

test("a tag is created once, and a contact gets it by its id", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  const tag = { tag: { tag: "black", tagType: "contact", description: "" } };
  expect(await call("POST /tags", tag)).toMatchObject({ status: 201, body: { tag: { id: "1" } } });
  expect(await call("POST /tags", tag)).toMatchObject({
    body: { error: "Duplicate entry 'contact-black' for key 'typetag'" },
  });
  const give = (contactTag: object) => call("POST /contactTags", { contactTag });
  expect(await give({ contact: "1", tag: "1" })).toMatchObject({ status: 201 });
  expect(await give({ contact: "9", tag: "1" })).toMatchObject({
    status: 404,
    body: { errors: [{ title: "Not Found", detail: "Contact not found" }] },
  });
  expect(fake.contacts).toMatchObject([{ tags: ["black"] }]);
});

test("a deleted contact is gone, and gets a new id when synced again", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  expect(await call("DELETE /contacts/1")).toMatchObject({ status: 200, body: {} });
  const notFound = { status: 404, body: { message: "No Result found for Subscriber with id 1" } };
  expect(await call("DELETE /contacts/1")).toMatchObject(notFound);
  expect(await call("GET /contacts/1")).toMatchObject(notFound);
  expect(await call("GET /contacts/1/contactLists")).toMatchObject(notFound);
  await sync("ana@example.com");
  expect(fake.contacts).toMatchObject([{ id: "2" }]);
});

test("contacts come with the newest first, also when a filter is misspelt", async () => {
  const { call, sync } = await startWithCaller();
  for (const name of ["ana", "bia", "caio", "davi"]) await sync(`${name}@example.com`);
  expect(await call("GET /contacts?emial=ana@example.com")).toMatchObject({
    body: { contacts: [{ id: "4" }, { id: "3" }, { id: "2" }, { id: "1" }] },
  });
});

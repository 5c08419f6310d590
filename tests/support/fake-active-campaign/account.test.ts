import { expect, test } from "vitest";
import { callOnce, startWithCaller, syncOf } from "./caller.ts";

test("a sync finds the same person whatever the case, and keeps what it leaves out", async () => {
  const { fake, sync } = await startWithCaller();
  const fieldValues = [{ field: "1", value: "popup" }];
  await sync("ana@example.com", { firstName: "Ana", phone: "+5511987654321", fieldValues });
  const again = await sync("ANA@example.com", { lastName: "Lima" });
  expect(again).toMatchObject({
    status: 200,
    body: { contact: { id: "1", email: "ana@example.com", firstName: "Ana", lastName: "Lima" } },
  });
  expect(fake.contacts).toEqual([
    {
      ...{ id: "1", email: "ana@example.com", firstName: "Ana", lastName: "Lima" },
      ...{ phone: "+5511987654321", fields: { 1: "popup" }, lists: {}, tags: [] },
    },
  ]);
});

test("a malformed address is a 422, a body that cannot be read a 400", async () => {
  const { call, sync } = await startWithCaller();
  expect(await sync("ana@")).toMatchObject({
    status: 422,
    body: { errors: [{ code: "email_invalid" }] },
  });
  expect(await call("POST /contact/sync", ["?"])).toMatchObject({ status: 400, body: {} });
});

test("a wrong token, or none, is a 403", async () => {
  const { fake } = await startWithCaller({ token: "another" });
  expect(await callOnce(fake.url, ...syncOf("ana@example.com"))).toMatchObject({ status: 403 });
  expect(await fetch(`${fake.url}/api/3/users/me`)).toMatchObject({ status: 403 });
});

test("a list keeps the day of subscribing, also over unsubscribing and back", async () => {
  const { clock, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  const subscribe = (status: number) =>
    call("POST /contactLists", { contactList: { list: 2, contact: 1, status } });
  expect(await subscribe(1)).toMatchObject({ status: 201 });
  clock.now += 60_000;
  expect(await subscribe(2)).toMatchObject({ status: 200 });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({
    status: 200,
    body: { contactLists: [{ list: "2", status: "2", sdate: "2026-01-02T10:00:00-05:00" }] },
  });
  await subscribe(1);
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({
    body: { contactLists: [{ status: "1", sdate: "2026-01-02T10:01:00-05:00" }] },
  });
});

test("a list that isn't there takes nobody", async () => {
  const { call, sync } = await startWithCaller({ lists: [{ id: "4", name: "Black AHSD" }] });
  await sync("ana@example.com");
  const contactList = { list: "5", contact: "1", status: 1 };
  expect(await call("POST /contactLists", { contactList })).toMatchObject({ status: 400 });
  expect(await call("GET /lists/5")).toMatchObject({ status: 404 });
  expect(await call("GET /lists/4")).toMatchObject({ body: { list: { name: "Black AHSD" } } });
  expect(await call("GET /lists")).toMatchObject({ body: { meta: { total: "1" } } });
});

test("tags come in pages of twenty, of a hundred at most", async () => {
  const { call } = await startWithCaller({
    tags: Array.from({ length: 130 }, (_, index) => `black ${index}`),
  });
  const lengthOf = async (query: string) => {
    const { body } = await call(`GET /tags?${query}`);
    return body;
  };
  expect(await lengthOf("")).toMatchObject({ tags: { length: 20 }, meta: { total: "130" } });
  expect(await lengthOf("limit=500")).toMatchObject({ tags: { length: 100 } });
  expect(await lengthOf("limit=100&offset=100")).toMatchObject({ tags: { length: 30 } });
  expect(await lengthOf("search=BLACK%2012")).toMatchObject({ meta: { total: "11" } });
});

test("a tag is created once, and given by its id", async () => {
  const { call, sync } = await startWithCaller();
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
  expect(await give({ tag: "1" })).toMatchObject({
    status: 422,
    body: { errors: [{ title: "Missing attribute" }] },
  });
  expect(await call("GET /contacts/1/contactTags")).toMatchObject({
    body: { contactTags: [{ contact: "1", tag: "1" }] },
  });
});

test("a person is found by the whole address; a misspelt filter finds everybody", async () => {
  const { call, sync } = await startWithCaller();
  for (const name of ["ana", "bia"]) await sync(`${name}@example.com`);
  const found = (query: string) => call(`GET /contacts?${query}`);
  expect(await found("email=BIA@example.com")).toMatchObject({ body: { contacts: [{ id: "2" }] } });
  expect(await found("email=c@example.com")).toMatchObject({ body: { contacts: [] } });
  expect(await found("emial=bia@example.com")).toMatchObject({ body: { meta: { total: "2" } } });
});

test("a deleted person is gone, and comes back under another id", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  expect(await call("DELETE /contacts/1")).toMatchObject({ status: 200, body: {} });
  const gone = { status: 404, body: { message: "No Result found for Subscriber with id 1" } };
  expect(await call("DELETE /contacts/1")).toMatchObject(gone);
  expect(await call("GET /contacts/1/contactLists")).toMatchObject(gone);
  await sync("ana@example.com");
  expect(fake.contacts).toMatchObject([{ id: "2" }]);
});

test("whoever holds the token can ask who they are", async () => {
  const { call } = await startWithCaller();
  expect(await call("GET /users/me")).toMatchObject({ status: 200, body: { user: { id: "1" } } });
});

test("what stands outside /api/3 isn't there", async () => {
  const { fake } = await startWithCaller();
  const headers = { "Api-Token": "fake-token" };
  const { status } = await fetch(`${fake.url}/users/me`, { headers });
  expect(status).toBe(404);
});

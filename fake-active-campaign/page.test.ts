import { expect, test } from "vitest";
import {
  importOf,
  startWithCaller,
  statusesOf,
} from "#tests/support/fake-active-campaign/caller.ts";

test("the page shows contacts, batches and requests, and needs no token", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com", { firstName: "Ana", phone: "+5511987654321" });
  await call("POST /contactLists", { contactList: { list: 2, contact: 1, status: 2 } });
  await call(...importOf({ email: "bia@example.com", tags: ["black"] }));
  const page = await (await fetch(fake.url)).text();
  for (const text of ["ana@example.com", "Ana", "+5511987654321", "2 (descadastrado)", "black"]) {
    expect(page).toContain(`<td>${text}</td>`);
  }
  expect(page).toContain("<td>fake-batch-1</td><td>1</td><td>completed</td>");
  expect(page).toContain("<dt>todos os pedidos</dt><dd>3</dd>");
  expect(page).toContain('http-equiv="refresh"');
});

test("text from visitors is never markup on the page", async () => {
  const { fake, sync } = await startWithCaller();
  await sync("ana@example.com", { firstName: `<img src=x onerror="a()">&amp;` });
  const page = await (await fetch(fake.url)).text();
  expect(page).toContain("&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;amp;");
  expect(page).not.toContain("<img");
});

test("the page shows the newest fifty contacts, and is no request", async () => {
  const { fake, sync } = await startWithCaller();
  await sync("first@example.com");
  await statusesOf(50, (index) => sync(`p${index}@example.com`));
  const page = await (await fetch(fake.url)).text();
  expect(page).toContain("Contatos: 50 de 51");
  expect(page).toContain("p49@example.com");
  expect(page).not.toContain("first@example.com");
  expect(fake.requests).toHaveLength(51);
});

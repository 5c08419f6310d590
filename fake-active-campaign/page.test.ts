import { expect, test } from "vitest";
import { importOf, startWithCaller } from "#tests/support/fake-active-campaign/caller.ts";

test("the page shows contacts, batches and requests, and is no request", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com", {
    firstName: `<img src=x onerror="a()">`,
    phone: "+5511987654321",
  });
  await call("POST /contactLists", { contactList: { list: 2, contact: 1, status: 2 } });
  await call(...importOf({ email: "bia@example.com", tags: ["black"] }));
  const page = await (await fetch(fake.url)).text();
  for (const text of ["ana@example.com", "+5511987654321", "2 (descadastrado)", "black"]) {
    expect(page).toContain(`<td>${text}</td>`);
  }
  expect(page).toContain("<td>fake-batch-1</td><td>1</td><td>completed</td>");
  expect(page).toContain("<dt>todos os pedidos</dt><dd>3</dd>");
  expect(page).toContain("&lt;img src=x onerror=&quot;a()&quot;&gt;");
  expect(page).not.toContain("<img");
  expect(fake.requests).toHaveLength(3);
});

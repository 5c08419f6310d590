import { expect, test } from "vitest";
import { openGroupSite, passQuery } from "#tests/support/app/group-site.ts";

const ana = passQuery();

test("the page after a sign-up without script links to the person's group, and no cache keeps it", async () => {
  const { ask } = await openGroupSite();
  const answer = await ask(`/inscricao-recebida?${ana}`);
  expect(await answer.text()).toBe(
    `<a href="/grupo?${ana}">entrar</a><a href="/grupo/outro?${ana}">outro</a>`,
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test.each(["", "?inscricao=", "?inscricao=%22%3E%3Cscript%3E", `?${ana}A`, "?inscricao=%zz"])(
  "with %j the page is as it was built",
  async (query) => {
    const { ask } = await openGroupSite();
    const answer = await ask(`/inscricao-recebida${query}`);
    expect(await answer.text()).toContain('href="/grupo"');
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  },
);

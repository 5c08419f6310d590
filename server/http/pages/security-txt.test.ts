import { expect, test } from "vitest";
import { openApp } from "#tests/support/app/app.ts";
import { securityTxtPath } from "./security-txt.ts";

const now = Date.UTC(2026, 10, 11);
const yearMs = 365 * 24 * 60 * 60_000;

test("security.txt names the address for reports of a weakness, in the form of RFC 9116", async () => {
  const answer = await ask("seguranca@black.example");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:seguranca@black\.example$/m);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(now);
  expect(expires).toBeLessThan(now + yearMs);
});

test("there is no security.txt while content holds a sample address", async () => {
  expect((await ask(undefined)).status).toBe(404);
});

async function ask(securityContact: string | undefined): Promise<Response> {
  const { app } = await openApp({ securityContact, clock: () => now });
  return app.request(securityTxtPath);
}

import { expect, test } from "vitest";
import { functionOrigin, siteUrl } from "./build-settings.ts";

test.each([
  [{}, "http://localhost:3000"],
  [{ SITE_URL: "" }, "http://localhost:3000"],
  [{ SITE_URL: "https://exemplo.com.br/" }, "https://exemplo.com.br"],
])("with the settings %o the site is at %s", (environment, address) => {
  expect(siteUrl(environment)).toBe(address);
});

test.each([
  { url: undefined, origin: "" },
  { url: " ", origin: "" },
  { url: "https://inscricao.example", origin: "https://inscricao.example" },
  { url: "https://inscricao.example:8443/functions/", origin: "https://inscricao.example:8443" },
])("with FUNCTION_URL $url the pages send sign-ups to '$origin'", ({ url, origin }) => {
  expect(functionOrigin({ FUNCTION_URL: url })).toBe(origin);
});

test.each(["example.com", "ftp://example.com", "localhost:3000"])(
  "the address %s ends the build with a message that names the setting",
  (text) => {
    expect(() => siteUrl({ SITE_URL: text })).toThrow(
      `SITE_URL é "${text}". Escreva o endereço da página, como https://example.com.`,
    );
    expect(() => functionOrigin({ FUNCTION_URL: text })).toThrow(
      `FUNCTION_URL é "${text}". Escreva o endereço do servidor, como https://example.com.`,
    );
  },
);

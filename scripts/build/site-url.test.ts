import { expect, test } from "vitest";
import { siteUrl } from "./build-settings.ts";

test.each([
  [{}, "http://localhost:3000"],
  [{ SITE_URL: "", PORT: "" }, "http://localhost:3000"],
  [{ PORT: "8080" }, "http://localhost:8080"],
  [{ SITE_URL: "https://exemplo.com.br/", PORT: "8080" }, "https://exemplo.com.br"],
])("the settings %o make the address %s", (environment, address) => {
  expect(siteUrl(environment)).toBe(address);
});

import { expect, test } from "vitest";
import { functionOrigin } from "./build-settings.ts";

test.each([
  { told: undefined, origin: "" },
  { told: " ", origin: "" },
  { told: "https://inscricao.example", origin: "https://inscricao.example" },
  { told: "https://inscricao.example:8443/functions/", origin: "https://inscricao.example:8443" },
])("told $told, pages send sign-ups to $origin", ({ told, origin }) => {
  expect(functionOrigin({ FUNCTION_URL: told })).toBe(origin);
});

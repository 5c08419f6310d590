import { expect, test } from "vitest";
import { placeholders } from "./placeholders.ts";

test("samples are found wherever they stand, and real values are not", () => {
  const content = {
    group: "sample-group",
    checkout: "https://pay.example.com",
    videos: [{ id: "abc" }, { id: "Exemplo 1" }],
    empty: "",
    count: 3,
  };
  expect(placeholders(content)).toEqual(["group", "videos.1.id"]);
});

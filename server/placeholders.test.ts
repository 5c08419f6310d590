import { expect, test } from "vitest";
import { groupPlaceholders, placeholders, realOnly } from "./placeholders.ts";

test("samples are found at any depth, and real values are not", () => {
  const content = {
    group: "https://exemplo.com.br/grupo",
    checkout: "https://pay.example.com",
    videos: [{ id: "abc" }, { id: "exemplo0001" }],
    phone: "5500000000000",
    realPhone: "5511987650000",
    cnpj: "00.000.000/0000-00",
    empty: "",
    count: 0,
  };
  expect(placeholders(content)).toEqual(["group", "videos.1.id", "phone", "cnpj"]);
});

test("several names of one kind are counted, and a single one keeps its whole name", () => {
  expect(groupPlaceholders(["group", "videos.a", "company.cnpj", "videos.b"])).toEqual([
    "group",
    "videos (2)",
    "company.cnpj",
  ]);
  expect(groupPlaceholders([])).toEqual([]);
});

test("a sample becomes undefined, and a real value stays", () => {
  expect(realOnly("contato@exemplo.com.br")).toBeUndefined();
  expect(realOnly("contato@black.example")).toBe("contato@black.example");
});

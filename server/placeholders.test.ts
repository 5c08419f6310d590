import { expect, test } from "vitest";
import { realOnly, samplesIn } from "./placeholders.ts";

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
  expect(samplesIn(content)).toEqual(["group", "videos", "phone", "cnpj"]);
});

test("a sample becomes undefined, and a real value stays", () => {
  expect(realOnly("contato@exemplo.com.br")).toBeUndefined();
  expect(realOnly("contato@black.example")).toBe("contato@black.example");
});

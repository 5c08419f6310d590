import { expect, test, vi } from "vitest";
import { frozenLaunch, frozenLinks } from "#tests/support/frozen-content.ts";
import { fill, filled, planned } from "./filled.ts";

vi.mock("./launch.ts", () => ({ launch: frozenLaunch }));
vi.mock("./links.ts", () => ({ links: frozenLinks }));

test("the limit and the voucher replace their names, and the date and the hour stay", () => {
  expect(filled("{date}, {hour}: {bonusLimit}, {voucherPay} por {voucherRedeem}")).toBe(
    "{date}, {hour}: 100, R$\u00a050 por R$\u00a0300",
  );
  expect(fill("{date}, {hour}", planned)).toBe("11\u00a0de\u00a0novembro, 20h");
});

test("the promises of the page and those of its summary replace their names", () => {
  expect(filled("acesso {access}, {guaranteeDays} dias; {summaryAccess}")).toBe(
    "acesso vitalício, 7\u00a0dias; 5\u00a0anos de acesso",
  );
  expect(filled("garantia de {summaryGuaranteeDays} dias")).toBe("garantia de 15\u00a0dias");
});

test("texts are filled in at every depth, and everything else stays as it is", () => {
  const words = {
    count: 9,
    included: true,
    items: [{ label: "às {hour}" }, "{number} de {count}"],
  };
  expect(filled(words)).toEqual({
    count: 9,
    included: true,
    items: [{ label: "às\u00a0{hour}" }, "{number} de {count}"],
  });
});

test("values that differ from place to place are filled in later, and unknown names stay", () => {
  expect(fill("{number} de {count}, {unknown}", { number: 1, count: 9 })).toBe("1 de 9, {unknown}");
});

test("a number stays on the line of its sign", () => {
  expect(filled("Lei nº 13.709, art. 5, às 20h, R$ 50")).toBe(
    "Lei nº\u00a013.709, art.\u00a05, às\u00a020h, R$\u00a050",
  );
});

test("a number stays on the line of what it counts", () => {
  expect(filled("mais de {audience} alunos, 7 dias, 1 ano, 10 anos, 12 cursos")).toBe(
    "mais de 300\u00a0mil alunos, 7\u00a0dias, 1\u00a0ano, 10\u00a0anos, 12 cursos",
  );
});

test("no line begins with a dash, or with the dot between two texts", () => {
  expect(filled("Aula · ao vivo – 20h")).toBe("Aula\u00a0· ao vivo\u00a0– 20h");
});

test("one year of access is written in the singular", async () => {
  vi.resetModules();
  vi.doMock("./launch.ts", async (load: () => Promise<typeof import("./launch.ts")>) => {
    const { launch } = await load();
    return { launch: { ...launch, access: { page: 1, summary: 1 } } };
  });
  const { filled } = await import("./filled.ts");
  vi.doUnmock("./launch.ts");
  expect(filled("{access}; {summaryAccess}")).toBe("de 1\u00a0ano; 1\u00a0ano de acesso");
});

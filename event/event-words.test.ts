import { expect, test } from "vitest";
import { dates } from "#content/dates.ts";
import { inWords } from "./event-words.ts";

test("date, hour, limit and voucher stand where their names stood", () => {
  expect(inWords("{date}, {hour}: {bonusLimit}, {voucherPay} por {voucherRedeem}")).toBe(
    "11\u00a0de\u00a0novembro, 20h: 100, R$\u00a050 por R$\u00a0300",
  );
});

test("words of the caller come first, and unknown names stay as they are", () => {
  expect(inWords("{number} de {count}, {unknown}", { number: 1, count: 9 })).toBe(
    "1 de 9, {unknown}",
  );
});

test("a number stays on the line of its sign", () => {
  expect(inWords("Lei nº 13.709, art. 5, às 20h, R$ 50")).toBe(
    "Lei nº\u00a013.709, art.\u00a05, às\u00a020h, R$\u00a050",
  );
});

test("a number stays on the line of what it counts", () => {
  expect(inWords("mais de {audience} alunos, 7 dias, 1 ano, 10 anos, 12 cursos")).toBe(
    "mais de 300\u00a0mil alunos, 7\u00a0dias, 1\u00a0ano, 10\u00a0anos, 12 cursos",
  );
});

test("the months are the calendar's", () => {
  const month = new Intl.DateTimeFormat("pt-BR", { month: "long", timeZone: "UTC" });
  const expected = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index)));
  expect(dates.months).toEqual(expected);
});

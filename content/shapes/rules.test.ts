import type { GenericSchema } from "valibot";
import { expect, test } from "vitest";
import { launchShape, price } from "./launch.ts";
import {
  address,
  companyNumber,
  email,
  groupAddress,
  liveAddress,
  phoneDigits,
  videoId,
} from "./links.ts";
import { issuesOf } from "./rule.ts";
import { buttonText, headlineText, text, textWith } from "./texts.ts";

const { guaranteeDays } = launchShape.entries;

test.each([
  ["a price", price, "R$ 5.968,00"],
  ["a price without cents", price, "R$ 50"],
  ["a guarantee of the law's seven days", guaranteeDays, { page: 7, summary: 7 }],
  ["an address", address, "https://pagamento.example.com/A1?off=x&b=1"],
  ["a sample address", address, "https://exemplo.com.br/voucher"],
  ["an invitation", address, "https://chat.whatsapp.com/AbC"],
  ["an e-mail", email, "contato@exemplo.com.br"],
  ["a phone with nine digits", phoneDigits, "5511987654321"],
  ["a phone with eight digits", phoneDigits, "551132654321"],
  ["a video", videoId, "dQw4w9WgX-_"],
  ["a company number", companyNumber, "11.222.333/0001-81"],
  ["a company number with letters", companyNumber, "12.ABC.345/01DE-35"],
  ["the sample company number", companyNumber, "00.000.000/0000-00"],
  ["a text with an emoji of several signs", text, "Para a família 👩‍👧"],
  ["a text with names in braces", text, "Em {date}, às {hour}"],
  ["a text with a dash", text, "Aula — ao vivo"],
  ["a text with a name of its own", textWith("number"), "Depoimento {number}"],
  ["a headline of 70 letters", headlineText, "palavra ".repeat(8).concat("finais")],
  ["a button of 60 letters", buttonText, "PALAVRA ".repeat(7).concat("FIM!")],
] as const)("%s is right", (_, shape, value) => {
  expect(problem(shape, value)).toBeUndefined();
});

test.each([
  [price, "R$5968,00", '"R$ 5.968,00" ou "R$ 50".'],
  [price, "R$ 5,968.00", '"R$ 5.968,00" ou "R$ 50".'],
  [guaranteeDays, { page: 6, summary: 7 }, "de 7 a 365"],
  [guaranteeDays, { page: 7, summary: 366 }, "de 7 a 365"],
  [address, "http://a.com", "https://"],
  [address, "https://", "inteiro"],
  [address, "https://localhost", "inteiro"],
  [address, "https://pay.com/a b", "espaços"],
  [address, "https://pay.com/a\u200bb", "inteiro"],
  [email, "contato\u200b@mentes.com.br", "contato@empresa.com.br"],
  [text, "Altas habi\u00adlidades", "depois de “Altas habi”"],
  [liveAddress, "https://studio.youtube.com/video/dQw4w9WgXcQ/livestreaming", "do público"],
  [groupAddress, "https://wa.me/5511987654321", "chat.whatsapp.com"],
  [email, "contato@", "e-mail"],
  [phoneDigits, "11987654321", "com 55 e o DDD"],
  [phoneDigits, "+5511987654321", "só os números"],
  [videoId, "https://youtu.be/dQw4w9WgXcQ?t=3", "depois de watch?v="],
  [videoId, "dQw4w9WgXc", "11 sinais"],
  [companyNumber, "11222333000181", "pontos, barra e traço"],
  [text, "   ", "vazio"],
  [text, "fim ", "espaço"],
  [text, "a {data}", "{date}"],
  [text, "a {Date}", "{date}"],
  [text, "a {bonuslimit}", "{bonusLimit}"],
  [text, "a {xyzzy}", "{date}, {hour}"],
  [text, "a {date", "sem par"],
  [text, "{number}", "não funciona neste texto"],
  [textWith("number"), "Depoimento", "{number}"],
  [headlineText, "palavra ".repeat(9).trim(), "no máximo 70"],
  [buttonText, "PALAVRA ".repeat(8).trim(), "no máximo 60"],
] as const)("value %# is wrong, and the sentence says what to write", (shape, value, says) => {
  expect(problem(shape, value)).toContain(says);
});

test.each([
  [{ month: 2, day: 29, year: 2028 }, undefined],
  [
    { month: 2, day: 29, year: 2027 },
    'é 29, mas esse mês tem 28 dias. Corrija o dia ou o mês. Para o dia 29, escreva em "year" um ano que o tem.',
  ],
  [{ month: 2, day: 29, year: "next" }, expect.stringContaining("um ano que o tem")],
  [{ month: 4, day: 31, year: 2027 }, "é 31, mas esse mês tem 30 dias. Corrija o dia ou o mês."],
  [{ month: 12, day: 31, year: "next" }, undefined],
])("the date %o: %s", (date, says) => {
  const durations = { durationMinutes: 60, doorsMinutes: 15, daysAfter: 7, replay: "none" };
  const time = { hour: 20, minute: 0, timeZone: "America/Sao_Paulo", ...durations };
  expect(problem(launchShape.entries.event, { ...time, ...date })).toEqual(says);
});

function problem(shape: GenericSchema, value: unknown): string | undefined {
  return issuesOf(shape, value)[0]?.message;
}

import { expect, test } from "vitest";
import { readWhatsapp } from "./whatsapp.ts";

const ana = "+5511987654321";

const read: Record<string, [typed: string, number: string][]> = {
  "nine digits": [
    ["(11) 98765-4321", ana],
    ["11987654321", ana],
    ["(11)9.8765-4321", ana],
    ["11–98765–4321", ana],
    ["１１９８７６５４３２１", ana],
  ],
  "eight digits, as before 2016": [
    ["(11) 8765-4321", ana],
    ["55 11 8765-4321", ana],
    ["(51) 9876-5432", "+5551998765432"],
  ],
  "a leading 0, with and without a carrier": [
    ["011 98765-4321", ana],
    ["0 15 11 98765-4321", ana],
    ["021 (11) 98765-4321", ana],
    ["0xx11 98765-4321", ana],
    ["(0**11) 98765-4321", ana],
  ],
  "with Brazil's code": [
    ["+55 (11) 98765-4321", ana],
    ["55 11 98765-4321", ana],
    ["5511987654321", ana],
    ["+55 015 11 98765-4321", ana],
    ["005511987654321", ana],
    ["00 15 55 11 98765-4321", ana],
    ["++55 11 98765-4321", ana],
    ["+11 98765-4321", ana],
    ["55 99876-5432", "+5555998765432"],
  ],
  "a landline": [
    ["(11) 3456-7890", "+551134567890"],
    ["0 21 11 3456-7890", "+551134567890"],
    ["55 3221-4455", "+555532214455"],
  ],
  abroad: [
    ["+351 912 345 678", "+351912345678"],
    ["00 351 912 345 678", "+351912345678"],
    ["+1 (415) 555-2671", "+14155552671"],
    ["001 415 555 2671", "+14155552671"],
    ["+44 (0)7911 123456", "+447911123456"],
    ["+54 9 11 2345-6789", "+5491123456789"],
  ],
  "among words and other numbers the first is read": [
    ["zap: 11 98765.4321 (Ana)", ana],
    ["https://wa.me/5511987654321", ana],
    ["(11) 98765-4321 / (11) 91234-5678", ana],
    ["11 98765-4321 ou 11 3456-7890", ana],
    ["(11) 98765-4321 ramal 23", ana],
    ["7 / 8 / 9 / (11) 98765-4321", ana],
    [`${"zap ".repeat(10)}11 98765-4321 ok`, ana],
    [`11 98765-4321 ou ${"ligue depois das seis ".repeat(200)}`, ana],
  ],
  "letters beside digits that stand for none of them": [
    ["Zap11987654321", ana],
    ["WhatsApp: (11) 8765-4321", ana],
    ["whatsapp+5511987654321", ana],
    ["o11987654321", ana],
    ["11987654321e11912345678", ana],
    ["11 98765-4321ramal23", ana],
    ["11 3456-7890ramal23", "+551134567890"],
    ["0xx11 3456-7890", "+551134567890"],
    ["0XX(11)8765-4321", ana],
  ],
};

test.each(Object.entries(read))("%s", (_, rows) => {
  for (const [typed, number] of rows) expect([typed, readWhatsapp(typed)]).toEqual([typed, number]);
});

test.each([
  "l1987654321",
  "l1 98765-4321",
  "0l1 98765-4321",
  "55l1934567890",
  "11 98765-432l",
  "11 8765-4321a",
  "+49 1512 345678B",
])("a letter that may stand for a digit: %s is not read as a number", (typed) => {
  expect(readWhatsapp(typed)).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["no area code", "98765-4321"],
  ["a digit too few", "(11) 98765-432"],
  ["a digit too few that would be a Norwegian number", "47 98765-432"],
  ["a digit too few, or eight digits as before 2016", "1198765432"],
  ["a digit too many", "119876543210"],
  ["abroad, without anything that says so", "351 912 345 678"],
  ["an emergency number", "190"],
  ["a sign", "+"],
  ["a flood", "0".repeat(500)],
  ["a fifth number", "6 / 7 / 8 / 9 / (11) 98765-4321"],
  ["a number that begins late", `${"zap ".repeat(15)}11 98765-4321`],
  ["a number that is cut", `${"zap ".repeat(12)}11 3456-7890${"1".repeat(9)}`],
])("%s is not read as a number: %j", (_, typed) => {
  expect(readWhatsapp(typed)).toBeUndefined();
});

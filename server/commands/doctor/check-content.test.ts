import { expect, test } from "vitest";
import { type Content, checkContent, wholeContent } from "./check-content.ts";

const { launch, links } = wholeContent;
const eventAt = Date.parse("2026-11-11T20:00:00-03:00");
const day = 24 * 60 * 60_000;
const lasts = launch.event.durationMinutes * 60_000;

test.each([
  [eventAt - 180 * day, 2026, "ok"],
  [eventAt - 181 * day, 2026, "warn"],
  [eventAt + lasts - 1, 2026, "ok"],
  [eventAt + lasts, 2026, "fail"],
  [eventAt + lasts - 1, "next", "ok"],
  [eventAt + lasts, "next", "warn"],
] as const)("at %i the event of %s is %s", (now, year, level) => {
  const event = { ...launch.event, year };
  expect(check({ launch: { ...launch, event } }, now)).toContain(`${level} event`);
});

test("a link that is still a sample is named, and real ones are ok", () => {
  const real = {
    ...{ ...links, checkout: "https://pay.example.com", group: "https://chat.example.com" },
    ...{ supportPhone: "5511987654321", supportEmail: "a@example.com" },
    ...{ company: { name: "Real", cnpj: "11.222.333/0001-81" }, videos: { one: "dQw4w9WgXcQ" } },
  };
  expect(check({ links: real })).toContain("ok samples");
  const findings = look({ links: { ...real, checkout: "https://exemplo.com.br/voucher" } });
  expect(findings).toContainEqual(
    expect.objectContaining({ level: "fail", text: "Still samples in content/links.ts: checkout" }),
  );
});

test("the form in the page warns while it stores nothing", () => {
  const about = (inPageFormSends: boolean) => check({ launch: { ...launch, inPageFormSends } });
  expect(about(false)).toContain("warn form in the page");
  expect(about(true)).toContain("ok form in the page");
});

test("the two contradictions that the specification leaves open are told, with their files", () => {
  const told = look({}).filter(({ subject, level }) => subject === "offer" && level === "warn");
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Two readings of the access: .*hero\.ts.* for 5 years .*difference\.ts/),
    expect.stringMatching(
      /^Two readings of the guarantee: 7 days .*guarantee\.ts.*15 days .*terms/,
    ),
  ]);
});

test("once the owner has chosen, nothing contradicts", () => {
  const offer = {
    "content/faq.ts": "O acesso é vitalício. Você tem 7 dias para pedir a devolução.",
  };
  expect(check({ offer }).filter((finding) => finding === "ok offer")).toHaveLength(2);
});

test("seven days that the law gives, and fifteen for an answer, promise nothing", () => {
  const offer = {
    a: "Garantia de 15 dias.",
    b: "o CDC permite desistir em 7 dias",
    c: "em até 15 dias",
  };
  expect(check({ offer })).not.toContain("warn offer");
});

test("pictures of one's own have a folder", () => {
  expect(check({}, eventAt, "content")).toContain("ok pictures");
  expect(check({}, eventAt, "/nowhere")).toContain("warn pictures");
});

function check(content: Partial<Content>, now = eventAt, pictures = "/nowhere"): string[] {
  return look(content, now, pictures).map(({ level, subject }) => `${level} ${subject}`);
}

function look(content: Partial<Content>, now = eventAt, pictures = "/nowhere") {
  return checkContent(
    { ...wholeContent, ...content },
    { clock: () => now, folders: { site: "", pictures } },
  );
}

import { expect, test, vi } from "vitest";
import { editionAt } from "#event/edition.ts";
import { hourMs } from "#event/time-zone.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { recordAction } from "#server/store/action-log.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { subjectsAt, withPictures } from "#tests/support/operator/doctor-output.ts";
import { settingsOf } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  settingsFor,
} from "#tests/support/operator/operator-with-active-campaign.ts";

const load = vi.hoisted(() => () => import("#tests/support/frozen-content.ts"));
vi.mock("#content/launch.ts", async () => ({ launch: (await load()).frozenLaunch }));
vi.mock("#content/links.ts", async () => ({ links: (await load()).realLinks }));
vi.mock("#content/room.ts", () => ({ live: "https://class.example.com" }));

const { start } = editionAt(frozenLaunch.event, Date.parse("2026-11-01T12:00:00Z"));

/** What is not as it must be by the evening. */
type Lack = {
  settings?: Record<string, string>;
  fields?: string[];
  /** How the room answers. */
  room?: number;
  testedHoursAgo?: number;
};

const lacking: [what: string, title: string, lack: Lack][] = [
  ["a room that does not answer", "Sala", { room: 500 }],
  ["no place for messages", "Mensagens", { settings: { ALERT_URL: "" } }],
  ["no test for seven days", "Mensagens", { testedHoursAgo: 7 * 24 }],
  ["no account", "Envio", { settings: { ACTIVECAMPAIGN_URL: "", ACTIVECAMPAIGN_TOKEN: "" } }],
  ["no list", "Lista", { settings: { ACTIVECAMPAIGN_LIST: "" } }],
  ["no tags", "Tags", { settings: { ACTIVECAMPAIGN_TAGS: "" } }],
  ["no fields", "Campos", { fields: [] }],
];

test.each(lacking)("%s is a notice 49 hours before the class, and then fails", async (...row) => {
  const [, title, lack] = row;
  const early = await doctorAt(49, lack);
  expect(early).toMatchObject({ code: 0, failing: [] });
  expect(early.warned).toContain(title);
  expect(await doctorAt(47, lack)).toMatchObject({ code: 1, failing: [title] });
});

test.each([
  ["fails until the class ends", -1, ["Sala"]],
  ["is a notice from its end on", -2, []],
])("what the evening needs %s", async (_, hoursBefore, failing) => {
  expect(await doctorAt(hoursBefore, { room: 500 })).toMatchObject({ failing });
});

test("the owner's choices are named, and never fail", async () => {
  const { code, warned } = await doctorAt(1, {}, "/nowhere");
  expect(code).toBe(0);
  const named = ["Imagens", "Formulário da página", "Oferta", "Oferta"];
  expect(warned).toEqual(expect.arrayContaining(named));
  expect(warned.filter((title) => title === "Oferta")).toHaveLength(2);
});

test("a test of the messages counts for seven days", async () => {
  const within = await doctorAt(1, { testedHoursAgo: 7 * 24 - 1 });
  expect(within.failing).toEqual([]);
});

/** What doctor says so many hours before the class, when nothing else is left to do. */
async function doctorAt(hoursBefore: number, lack: Lack, pictures = "content") {
  const all = fields.map(({ perstag }) => perstag);
  const { run, use, store, fake, clock } = await createOperatorWithActiveCampaign("sqlite", {
    fields: lack.fields ?? all,
  });
  clock.now = start - hoursBefore * hourMs;
  const at = clock.now - (lack.testedHoursAgo ?? 1) * hourMs;
  await use((database) => recordAction(database, { at, action: "test-message" }));
  const settings = { ...settingsFor(fake.url), ALERT_URL: "https://ntfy.sh/x", ...lack.settings };
  const { folders } = withPictures;
  const { code, out } = await run(["doctor"], {
    readConfig: () => settingsOf(store, settings),
    fetch: async (to, request) =>
      String(to).startsWith(fake.url)
        ? fetch(to, request)
        : new Response("", { status: lack.room ?? 200 }),
    folders: { ...folders, pictures },
  });
  return { code, failing: subjectsAt("fail", out), warned: subjectsAt("warn", out) };
}

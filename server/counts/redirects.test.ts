import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { passOf, personOf } from "#server/store/pass.ts";
import { logTo } from "#tests/support/log-to.ts";
import { answerPresses, type Press } from "./redirects.ts";

const elsewhere = "https://elsewhere.example/";
const person = personOf("link-key", "ana@example.com");
const withPass = `/grupo?inscricao=${passOf("link-key", person)}`;

test("a press leads on, with the person of its pass, and no cache keeps this", async () => {
  const { press, presses } = openSite();
  const answer = await press(withPass);
  expect([answer.status, await answer.text()]).toEqual([302, ""]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: elsewhere,
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
  for (const pass of ["x", "", "%00", "🎓", "a".repeat(9_000)])
    await press(`/grupo?inscricao=${pass}`);
  expect(presses.map((one) => one.person)).toEqual([person, ...Array(5).fill(undefined)]);
});

test("a browser that asks ahead of a press gets an error, uncounted", async () => {
  const { press, presses } = openSite();
  const answer = await press("/grupo", { headers: { "sec-purpose": "prefetch" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([503, null]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(presses).toEqual([]);
});

test("presses beyond the limit of one address are led on uncounted", async () => {
  const { press, counted } = openSite();
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  for (let index = 0; index < 310; index += 1) {
    const answer = await press("/grupo", from("203.0.113.7"));
    expect(answer.headers.get("location")).toBe(elsewhere);
  }
  expect(counted()).toBe(300);
  // A pass does not lift the limit: a program gets a new pass for each e-mail that it invents.
  await press(withPass, from("203.0.113.7"));
  expect(counted()).toBe(300);
  for (const path of ["/grupo", withPass]) await press(path, from("203.0.113.8"));
  expect(counted()).toBe(302);
});

test("a program with many addresses of one network is counted 1,500 times", async () => {
  const { press, counted } = openSite();
  for (let index = 0; index < 1_510; index += 1)
    await press(withPass, {
      headers: { "x-forwarded-for": `2001:db8:1:${index.toString(16)}::1` },
    });
  expect(counted()).toBe(1_500);
});

/** A site that redirects all presses of the button to another site, with a clock that does not move. */
function openSite() {
  // The clock does not move, so no press waits too long for the store, even on a machine that pauses for seconds.
  vi.spyOn(performance, "now").mockReturnValue(0);
  const presses: Press[] = [];
  const log = logTo(() => undefined);
  const steadyClock = () => performance.now();
  const config = { trustedProxies: 1 };
  const deps = { log, linkKey: () => "link-key", config, steadyClock };
  const answer = answerPresses(deps, {
    countAll: async (jobs: readonly Press[]) => jobs,
    max: 10,
    notCounted: "not counted",
    async leadTo(press, count) {
      presses.push(press);
      if (press.isCounted) await count(press);
      return elsewhere;
    },
  });
  const app = new Hono().get("*", async (asked) => (await answer(asked)) ?? new Response());
  return {
    press: async (path: string, init?: RequestInit) => app.request(path, init),
    presses,
    counted: () => presses.filter(({ isCounted }) => isCounted).length,
  };
}

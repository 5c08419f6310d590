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

test("a reload without a pass is not counted again for half a minute", async () => {
  let now = 0;
  const { press, counted } = openSite({ steadyClock: () => now });
  const visit = (address: string, agent = "Mozilla/5.0", language = "pt-BR") => ({
    headers: { "x-forwarded-for": address, "user-agent": agent, "accept-language": language },
  });
  const pressAll = async () => {
    for (const address of ["203.0.113.1", "203.0.113.2"]) await press("/grupo", visit(address));
    await press("/grupo", visit("203.0.113.1", "Other"));
    await press("/grupo", visit("203.0.113.1", "Mozilla/5.0", "en"));
    await press("/grupo/outro", visit("203.0.113.1"));
    return counted();
  };
  expect(await pressAll()).toBe(5);
  now = 29_999;
  expect(await pressAll()).toBe(5);
  now = 60_000;
  expect(await pressAll()).toBe(10);
  for (const _ of [1, 2]) await press(withPass, visit("203.0.113.1"));
  expect(counted()).toBe(12);
});

test("a press that the store could not count is led on, and counted at the next try", async () => {
  const store = { fails: true };
  const { press, counted } = openSite({ steadyClock: () => 0 }, store);
  const visit = { headers: { "x-forwarded-for": "203.0.113.1" } };
  expect((await press("/grupo", visit)).headers.get("location")).toBe(elsewhere);
  store.fails = false;
  for (const _ of [1, 2]) await press("/grupo", visit);
  expect(counted()).toBe(2);
});

test("presses beyond the limit of one address are led on uncounted", async () => {
  const { press, counted } = openSite({ steadyClock: () => 0 });
  const from = (address: string, agent: number) => ({
    headers: { "x-forwarded-for": address, "user-agent": `Mozilla/${agent}` },
  });
  for (let index = 0; index < 310; index += 1) {
    const answer = await press("/grupo", from("203.0.113.7", index));
    expect(answer.headers.get("location")).toBe(elsewhere);
  }
  expect(counted()).toBe(300);
  // A program gets as many passes as it invents e-mails.
  await press(withPass, from("203.0.113.7", 0));
  expect(counted()).toBe(300);
  for (const path of ["/grupo", withPass]) await press(path, from("203.0.113.8", 0));
  expect(counted()).toBe(302);
});

test("a program with many addresses of one network is counted 1,500 times", async () => {
  const { press, counted } = openSite({ steadyClock: () => 0 });
  for (let index = 0; index < 1_510; index += 1)
    await press(withPass, {
      headers: { "x-forwarded-for": `2001:db8:1:${index.toString(16)}::1` },
    });
  expect(counted()).toBe(1_500);
});

/** A site that leads all presses elsewhere. Each press without an address comes from no known one. */
function openSite(special: { steadyClock?: () => number } = {}, store = { fails: false }) {
  // No press is late for the store, not even on a machine that stood still for seconds.
  vi.spyOn(performance, "now").mockReturnValue(0);
  const presses: Press[] = [];
  const log = logTo(() => undefined);
  const steadyClock = () => performance.now();
  const config = { trustedProxies: 1 };
  const deps = { log, linkKey: () => "link-key", config, steadyClock, ...special };
  const answer = answerPresses(deps, {
    async countAll(jobs: readonly Press[]) {
      if (store.fails) throw new Error("no store");
      return jobs;
    },
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

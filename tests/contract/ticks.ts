import { expect, onTestFinished } from "vitest";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { startFunction } from "#tests/support/contract/deno-function.ts";
import { ownOrigin, type Runtime } from "#tests/support/contract/runtime.ts";
import { newPerson, sendJson } from "#tests/support/contract/senders.ts";
import type { Contract } from "./contract.ts";

const token = "0123456789abcdef";
const delivery = { timeout: 60_000, interval: 100 };

/** The tick of the courier, which only the functions have: the server has a courier of its own. */
export const ticks: Contract = {
  "a tick delivers a lead that signed up through the other function": async (runtime) => {
    const { fake, tick } = await startTick(runtime);
    // The leads of other tests would travel in a slow import.
    await runtime.database.deleteFrom("submissions").execute();
    const person = newPerson();
    expect((await sendJson(runtime, person)).status).toBe(200);
    const answer = await tick({ authorization: `Bearer ${token}` });
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
    const arrived = () => fake.contacts.map(({ email }) => email);
    await expect.poll(arrived, delivery).toContain(person.email);
  },

  "a tick without its secret, or by another method, is refused": async (runtime) => {
    const { tick } = await startTick(runtime);
    expect((await tick({})).status).toBe(401);
    expect((await tick({ authorization: "Bearer 0123456789abcdeF" })).status).toBe(401);
    const other = await tick({ authorization: `Bearer ${token}` }, "GET");
    expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"]);
  },
};

async function startTick({ folder, databaseUrl }: Runtime) {
  const fake: FakeActiveCampaign = await startFakeActiveCampaign({ token: "key" });
  onTestFinished(() => fake.stop());
  const settings = {
    SITE_URL: ownOrigin,
    DATABASE_URL: databaseUrl,
    TICK_TOKEN: token,
    ACTIVECAMPAIGN_URL: fake.url,
    ACTIVECAMPAIGN_TOKEN: "key",
  };
  const running = await startFunction({ folder, name: "courier-tick", settings });
  onTestFinished(running.stop);
  const tick = (headers: Record<string, string>, method = "POST") =>
    fetch(`${running.url}/functions/v1/courier-tick`, { method, headers });
  return { fake, tick };
}

import { expect, test } from "vitest";
import { deliveryTo } from "#tests/support/courier/test-courier.ts";
import { logTo } from "#tests/support/log-to.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { countDelivered } from "#tests/support/store/count-delivered.ts";
import { createCourier } from "./courier.ts";

/** Few enough people that their leads are sent individually, not with an import. */
const people = Array.from({ length: 20 }, (_, index) => `person${index}`);

test("no second has a sixth request, with doctor and retry beside the courier", async () => {
  const { run, use, fake, clock, signUpNow } = await createOperatorWithActiveCampaign();
  const { sleep, join } = shareClock(clock);
  await signUpNow(...people);
  let ended = false;
  const courier = join(() =>
    use(async (database) => {
      const time = () => clock.now;
      const surroundings = { clock: time, steadyClock: time, sleep, random: () => 1 };
      const { signal } = new AbortController();
      const log = logTo(() => {});
      const delivery = deliveryTo(fake.url);
      const { pass } = createCourier({ database, log, ...surroundings }, delivery, signal);
      while (!ended) {
        await sleep(await pass());
        ended = (await countDelivered(database)) === people.length;
      }
    }),
  );
  /** Like an operator on the night of the class: the commands begin during deliveries, two of them at once. */
  const commands = [3_000, 3_100].map((ms) =>
    join(async () => {
      await sleep(ms);
      await run(["retry", "all", "--yes"], { sleep });
      return run(["doctor"], { sleep });
    }),
  );
  const [results] = await Promise.all([Promise.all(commands), courier]);
  for (const { out } of results) expect(out).toMatch(/^ok {5}Chave:/m);
  expect(fake.contacts).toHaveLength(people.length);
  expect(fake.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(fake.peakPerSecond()).toBe(5);
});

/**
 * A clock for several tasks that wait at once: when all tasks wait, the clock moves on to the time of the first one.
 */
function shareClock(clock: { now: number }) {
  const waiting: { until: number; goOn: () => void }[] = [];
  let joined = 0;
  const moveOn = () => {
    if (waiting.length === 0 || waiting.length < joined) return;
    const first = waiting.toSorted((one, other) => one.until - other.until)[0];
    if (first === undefined) return;
    waiting.splice(waiting.indexOf(first), 1);
    clock.now = Math.max(clock.now, first.until);
    first.goOn();
  };
  return {
    sleep: (ms: number) =>
      new Promise<void>((goOn) => {
        waiting.push({ until: clock.now + ms, goOn });
        moveOn();
      }),
    async join<Result>(work: () => Promise<Result>): Promise<Result> {
      joined += 1;
      return work().finally(() => {
        joined -= 1;
        moveOn();
      });
    },
  };
}

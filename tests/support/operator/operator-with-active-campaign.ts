import { onTestFinished } from "vitest";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { giveLeaseBack, takeLease } from "#server/storage/courier/lease.ts";
import { courierTo, deliveryTo, launchAt, target } from "#tests/support/courier/delivering.ts";
import { vendorLimits } from "#tests/support/fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  type FakeOptions,
  startFakeActiveCampaign,
} from "#tests/support/fake-active-campaign/start.ts";
import type { Engine } from "#tests/support/store/temporary-database.ts";
import { createOperator, type Operator, type Said, settingsOf } from "./operator.ts";

export type Operating = Omit<Operator, "run"> & {
  fake: FakeActiveCampaign;
  clock: { now: number };
  run(args: readonly string[], special?: Partial<CommandLineIo>): Promise<Said>;
  /** Signs people up now, by the first words of their addresses. */
  signUpNow(...names: string[]): Promise<void>;
  /** A server's courier, until nothing is left that could be done at once. */
  deliver(): Promise<void>;
  /** A server starts, and has the lease. Gives a function that ends it. */
  startServer(): Promise<() => Promise<void>>;
};

/** An operator with ActiveCampaign configured, and the fake there at the vendor's limits: all by one clock, which waiting moves on. */
export async function startOperating(
  engine: Engine = "sqlite",
  options: FakeOptions = {},
): Promise<Operating> {
  const clock = { now: launchAt };
  const operator = await createOperator(engine);
  const fake = await startFakeActiveCampaign({
    ...{ ...vendorLimits, tags: target.tags, clock: () => clock.now },
    ...options,
  });
  onTestFinished(() => fake.stop());
  const { use } = operator;
  return {
    ...{ ...operator, fake, clock },
    run: (args, special) =>
      operator.run(args, { ...doorTo(operator, fake.url, clock), ...special }),
    async signUpNow(...names) {
      for (const name of names)
        await operator.signUp({ lead: person(name), receivedAt: clock.now });
    },
    deliver: () =>
      use(async (database) => {
        const courier = courierTo(database, clock, deliveryTo(fake.url));
        while (await courier.runPass());
        await courier.stop();
      }),
    async startServer() {
      const lease = await use((database) => takeLease(database, clock.now));
      return () => use(async (database) => lease && giveLeaseBack(database, lease));
    },
  };
}

function doorTo({ store }: Operator, url: string, clock: { now: number }): Partial<CommandLineIo> {
  return {
    clock: () => clock.now,
    databaseClock: () => Promise.resolve(clock.now),
    sleep(ms) {
      clock.now += ms;
      return Promise.resolve();
    },
    readConfig: () =>
      settingsOf(store, {
        ...{ ACTIVECAMPAIGN_URL: url, ACTIVECAMPAIGN_TOKEN: "fake-token" },
        ...{ ACTIVECAMPAIGN_LIST: target.list, ACTIVECAMPAIGN_TAGS: target.tags.join() },
        ...{ SITE_URL: "https://example.com", TRUSTED_PROXIES: "1" },
      }),
  };
}

function person(name: string) {
  return { name, email: `${name}@example.com`, whatsapp: "(11) 98765-4321" };
}

import { onTestFinished } from "vitest";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  type FakeOptions,
  startFakeActiveCampaign,
} from "#fake-active-campaign/start.ts";
import { createFieldIds } from "#server/active-campaign/fields.ts";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { giveLeaseBack, takeLease } from "#server/store/lease.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { launchAt } from "#tests/support/courier/delivering.ts";
import {
  createTestCourier,
  deliveryTo,
  noFieldIds,
  target,
} from "#tests/support/courier/test-courier.ts";
import { ana } from "#tests/support/people.ts";
import type { Engine } from "#tests/support/store/temporary-database.ts";
import { createOperator, type Operator, settingsOf } from "./operator.ts";

export type OperatorWithActiveCampaign = Operator & {
  fake: FakeActiveCampaign;
  clock: { now: number };
  /** Stores a sign-up now for each name: "ana" signs up as ana@example.com. */
  signUpNow(...names: string[]): Promise<void>;
  /** Runs the courier of a server until it has no more work that it can do now. */
  deliver(): Promise<void>;
  /** Starts a server, which takes the courier's lease. Returns a function that stops the server. */
  startServer(): Promise<() => Promise<void>>;
};

/**
 * An operator with settings for the fake ActiveCampaign, which has the real request limits. The commands, the courier
 * and the fake share one clock, and each wait sets this clock forward.
 */
export async function createOperatorWithActiveCampaign(
  engine: Engine = "sqlite",
  options: FakeOptions = {},
): Promise<OperatorWithActiveCampaign> {
  const clock = { now: launchAt };
  const operator = await createOperator(engine);
  const { store, use } = operator;
  const fake = await startFakeActiveCampaign({
    ...accountLimits,
    tags: [...target.tags, ...target.nextTags],
    clock: () => clock.now,
    ...options,
  });
  onTestFinished(() => fake.stop());
  const io = ioWithFake(clock, () => settingsOf(store, settingsFor(fake.url)));
  return {
    ...operator,
    fake,
    clock,
    run: (args, overrides) => operator.run(args, { ...io, ...overrides }),
    async signUpNow(...names) {
      const context = { surface: "popup", receivedAt: clock.now } as const;
      const submissions = names.map((name) => ({ lead: person(name), ...context }));
      await use((database) => appendSubmissions(database, submissions));
    },
    deliver: () =>
      use(async (database) => {
        const fieldIds = options.fields ? createFieldIds(() => clock.now) : noFieldIds;
        const courier = createTestCourier(database, clock, deliveryTo(fake.url, { fieldIds }));
        await courier.runUntilIdle();
        await courier.stop();
      }),
    async startServer() {
      const token = (await use((database) => takeLease(database, "courier"))) ?? 0;
      return () => use((database) => giveLeaseBack(database, "courier", token));
    },
  };
}

function ioWithFake(
  clock: { now: number },
  readConfig: CommandLineIo["readConfig"],
): Partial<CommandLineIo> {
  return {
    clock: () => clock.now,
    sleep(ms) {
      clock.now += ms;
      return Promise.resolve();
    },
    readConfig,
  };
}

export function settingsFor(url: string): Record<string, string> {
  return {
    ACTIVECAMPAIGN_URL: url,
    ACTIVECAMPAIGN_TOKEN: "fake-token",
    ACTIVECAMPAIGN_LIST: target.list,
    ACTIVECAMPAIGN_TAGS: target.tags.join(),
    ACTIVECAMPAIGN_NEXT_TAGS: target.nextTags.join(),
    ACTIVECAMPAIGN_ENTERED_TAG: target.enteredTag,
    SITE_URL: "https://example.com",
    TRUSTED_PROXIES: "1",
  };
}

function person(name: string) {
  return { ...ana, name, email: `${name}@example.com` };
}

import { expect, test } from "vitest";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readNewestLags } from "./delivery-lags.ts";

test.each(engines)(
  "on %s the newest deliveries tell how long each took from the sign-up",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const rows = [
      ["first@example.com", 1_000, "delivered", 9_000],
      ["second@example.com", 5_000, "delivered", 5_500],
      ["third@example.com", 6_000, "delivered", 8_000],
      ["parked@example.com", 0, "parked", 10_000],
      ["due@example.com", 0, "due", 11_000],
    ] as const;
    for (const [email, signedUpAt, state, at] of rows)
      await addDelivery(database, { email, signedUpAt, state, at });
    expect(await readNewestLags(database, 2)).toEqual([8_000, 2_000]);
    expect(await readNewestLags(database, 9)).toEqual([8_000, 2_000, 500]);
  },
);

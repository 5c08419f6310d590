import { expect, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

test("doctor compares this machine's clock with ActiveCampaign's", async () => {
  const { run, clock } = await createOperatorWithActiveCampaign();
  clock.now = Date.now();
  expect((await run(["doctor"])).out).toMatch(/^ok +clock: .* and of ActiveCampaign differ/m);
  clock.now = Date.now() + 120_000;
  expect((await run(["doctor"])).out).toMatch(/^fail +clock: .* and of ActiveCampaign differ/m);
});

test("doctor reports a refused key, a missing list, a missing tag and a lost connection", async () => {
  const { run, fake } = await createOperatorWithActiveCampaign("sqlite", {
    tags: ["black friday"],
    lists: [],
  });
  const { out } = await run(["doctor"]);
  expect(out).toContain("fail  ActiveCampaign: There is no list 2.\n");
  expect(out).toMatch(/^warn {2}ActiveCampaign: There is no tag "black" yet/m);
  fake.misbehave({ how: "403" });
  const refused = (await run(["doctor"])).out;
  expect(refused).toContain("fail  ActiveCampaign: The key is refused (status 403).\n");
  expect(refused).not.toContain("There is no list");
  fake.behave();
  await fake.stop();
  expect((await run(["doctor"])).out).toMatch(/^fail {2}ActiveCampaign: .*\(ECONNREFUSED\)/m);
});

test("doctor finds a tag that is beyond the first page of tags", async () => {
  const tags = Array.from({ length: 130 }, (_, index) => `black ${index}`);
  const { run } = await createOperatorWithActiveCampaign("sqlite", {
    tags: [...tags, "black", "new"],
  });
  expect((await run(["doctor"])).out).toContain('The tag "black" exists.');
});

/** A mistake that a person could make when changing a part of the code, and the tests that should find it. */
export type Fault = {
  /** The top folder or module, and what is wrong in it. */
  name: string;
  /** The promise that the fault breaks. */
  promise: string;
  file: string;
  /** A text that is exactly once in the file, and the text that the fault puts there. The result must compile. */
  text: string;
  instead: string;
  /** The fewest files or folders of tests that can find the fault; those in `tests/e2e/` are journeys. */
  seenBy: readonly string[];
  /** Set if one of these tests is not a journey but reads built files. */
  readsBuild?: true;
};

export const faults: readonly Fault[] = [
  {
    name: "lead: a missing digit is guessed",
    promise: "A number with a digit too few is not read: it could be another person's.",
    file: "lead/whatsapp.ts",
    text: `  if (old?.startsWith("9") && !/\\b9\\d{3}\\W\\d{4}\\D*$/.test(typed)) return undefined;\n`,
    instead: "",
    seenBy: ["lead/whatsapp.test.ts"],
  },
  {
    name: "event: a recording replaces what was chosen by hand",
    promise:
      "A class that is cancelled, or live for longer by hand, stays so when there is a recording.",
    file: "event/phase.ts",
    text: `phase === "over" && now < replayEndsAt`,
    instead: "now >= edition.end && now < replayEndsAt",
    seenBy: ["event/phase.test.ts"],
  },
  {
    name: "content/shapes: a guarantee below the law",
    promise: "No guarantee of fewer than the seven days of the law can be written.",
    file: "content/shapes/launch.ts",
    text: "const guaranteeDays = wholeNumber(7, 365);",
    instead: "const guaranteeDays = wholeNumber(1, 365);",
    seenBy: ["content/shapes/rules.test.ts"],
  },
  {
    name: "site/capture: what was sent is not kept in the tab",
    promise: "What could not be sent is in the form again after a reload.",
    file: "site/capture/form/use-sign-up-form.ts",
    text: `    saveDraft(draft);\n    // Also if the tab does not live`,
    instead: "    // Also if the tab does not live",
    seenBy: ["tests/e2e/sign-up/sending.spec.ts"],
  },
  {
    name: "site/ui: an error closes by itself",
    promise: "A toast with an error stays until the visitor closes it.",
    file: "site/ui/toasts/toasts.tsx",
    text: `if (current?.variant === "plain") timer`,
    instead: "if (current) timer",
    seenBy: ["tests/e2e/sign-up/page-form.spec.ts"],
  },
  {
    name: "site/sections: a link leads to no section",
    promise: "Each link within the page leads to a part of the page.",
    file: "site/sections/lessons.tsx",
    text: `id="aulas-gratuitas"`,
    instead: `id="aulas"`,
    seenBy: ["tests/built-pages.test.ts"],
    readsBuild: true,
  },
  {
    name: "site/event: an open tab keeps its schedule",
    promise: "An open tab follows what the operator has chosen since.",
    file: "site/event/follow-event.ts",
    text: "({ schedule, aheadMs } = learned);",
    instead: "({ aheadMs } = learned);",
    seenBy: ["tests/e2e/event/open-tabs.spec.ts"],
  },
  {
    name: "site/counting: a report repeats the one before",
    promise: "Each step of a visit is counted once.",
    file: "site/counting/count-visit.ts",
    text: "steps: steps.splice(0) }",
    instead: "steps }",
    seenBy: ["tests/e2e/counting.spec.ts"],
  },
  {
    name: "server/sign-up: a household fills the limit of its carrier",
    promise: "What one household has too many of gets no other phone of its carrier held.",
    file: "server/sign-up/limits.ts",
    text: "(isHousehold && ofHousehold(visitor) > 0) || ofCarrier(carrier) > 0;",
    instead: "ofCarrier(carrier) > 0 || (isHousehold && ofHousehold(visitor) > 0);",
    seenBy: ["server/sign-up/limits.test.ts"],
  },
  {
    name: "server/sign-up: a consent from a page of another site",
    promise: "A sign-up that another site's page sent is stored without a consent.",
    file: "server/sign-up/route.ts",
    text: `!isFromElsewhere(headers, config.allowedOrigins) && (surface !== "page" || pageFormSends);`,
    instead: `surface !== "page" || pageFormSends;`,
    seenBy: ["server/sign-up/form.test.ts", "server/sign-up/sign-up.test.ts"],
  },
  {
    name: "server/store: thanks before the commit",
    promise: "A sign-up is acknowledged only when it is on disk.",
    file: "server/store/submissions.ts",
    text: "=> appendSubmissions(database, submissions);\n",
    instead: `=> {
    void appendSubmissions(database, submissions).catch(() => undefined);
    return Promise.resolve(submissions.map((): Appended => "stored"));
  };\n`,
    seenBy: ["server/store/submissions.test.ts"],
  },
  {
    name: "server/store: a delivery brings an erased person back",
    promise: "The removal at ActiveCampaign waits for a delivery that is under way.",
    file: "server/store/erasure.ts",
    text: `    const sentBy = delivery?.state === "sending" ? delivery.due_at : null;
    const dueAt = Math.max(now, sentBy ?? now);\n`,
    instead: "    const dueAt = now;\n",
    seenBy: ["server/store/erasure.test.ts"],
  },
  {
    name: "server/store: a lost lease is not looked at",
    promise: "Only who still holds the lease makes claimed deliveries due again.",
    file: "server/store/courier.ts",
    text: '    if (await extendLease(writing, "courier", token)) await releaseClaims(writing, now);\n',
    instead:
      '    await extendLease(writing, "courier", token);\n    await releaseClaims(writing, now);\n',
    seenBy: ["server/store/courier.test.ts"],
  },
  {
    name: "server/delivery: an outage counts against the lead",
    promise:
      "An error of ActiveCampaign's server says nothing about the lead, which is tried again.",
    file: "server/active-campaign/answer.ts",
    text: "status === 408 || status >= 500) return",
    instead: "status === 408) return",
    seenBy: ["server/active-campaign/answer.test.ts"],
  },
  {
    name: "server/active-campaign: a command asks before the courier leaves room",
    promise: "No second has a sixth request, also while a command asks beside the courier.",
    file: "server/store/courier.ts",
    text: "const commandWaitMs = commandKnownMs + 1_000;",
    instead: "const commandWaitMs = 0;",
    seenBy: ["server/delivery/beside-commands.test.ts"],
  },
  {
    name: "server/active-campaign: who left is subscribed again",
    promise:
      "A contact who has unsubscribed stays unsubscribed, however often the e-mail signs up.",
    file: "server/active-campaign/contact.ts",
    text: `  if (status === unsubscribedStatus) return { kind: "done", body: hadUnsubscribed };\n`,
    instead: "",
    seenBy: ["server/active-campaign/contact.test.ts"],
  },
  {
    name: "server/groups: a full group gives one place more",
    promise: "A group gives as many places as it has.",
    file: "server/groups/groups.ts",
    text: "taken < stop_at or id",
    instead: "taken <= stop_at or id",
    seenBy: ["server/groups/groups.test.ts"],
  },
  {
    name: "server/pages: the room's address before the doors",
    promise: "/aovivo tells the address of the room only in the phases doors and live.",
    file: "server/pages/site.ts",
    text: `const isOpen = phase === "doors" || phase === "live";`,
    instead: `const isOpen = phase === "today" || phase === "doors" || phase === "live";`,
    seenBy: ["server/pages/site.test.ts"],
  },
  {
    name: "server/panel: a form without an origin acts",
    promise: "Only a form of the panel itself changes something.",
    file: "server/panel/routes.ts",
    text: `return req.header("origin") === new URL(siteUrl).origin && site === "same-origin";`,
    instead: `const { origin } = new URL(siteUrl);
  return (req.header("origin") ?? origin) === origin && site === "same-origin";`,
    seenBy: ["server/panel/actions.test.ts", "server/panel/routes.test.ts"],
  },
  {
    name: "server/watch: an end is told again and again",
    promise: "The beginning and the end of a trouble are told once each.",
    file: "server/watch/watch.ts",
    text: `return { ...row, told: state === "began" ? 1 : 0 };`,
    instead: "return { ...row, told: 1 };",
    seenBy: ["server/watch/watch.test.ts"],
  },
  {
    name: "server/pages: the policy lets pages call any site",
    promise: "A page can send what a visitor typed only to the lead function.",
    file: "server/pages/security.ts",
    text: `["connect-src 'self'", ...formOrigins]`,
    instead: `["connect-src 'self' https:", ...formOrigins]`,
    seenBy: ["server/pages/security.test.ts"],
  },
  {
    name: "server/retention: held sign-ups stay for ever",
    promise: "Held sign-ups are removed after thirty days, also without RETENTION_DAYS.",
    file: "server/retention-job.ts",
    text: "  const held = await removeSignUps(",
    instead: "  const held = retentionDays === undefined ? 0 : await removeSignUps(",
    seenBy: ["server/retention-job.test.ts"],
  },
  {
    name: "event: a moved class is a second entry",
    promise: "A moved class changes the entry that a calendar has.",
    file: "event/calendar.ts",
    text: "state.edition.year}@",
    instead: "state.edition.start}@",
    seenBy: ["event/calendar.test.ts"],
  },
  {
    name: "server/command-line: a formula after a semicolon",
    promise: "An export holds no formula of a visitor, also in a cell that Excel begins itself.",
    file: "server/command-line/csv.ts",
    text: "const formulaStart = /(^|;)",
    instead: "const formulaStart = /(^)",
    seenBy: ["server/command-line/csv.test.ts"],
  },
  {
    name: "server/command-line: an export that all can read",
    promise: "Only the owner can read an export.",
    file: "server/command-line/private-file.ts",
    text: "    chmodSync(part, onlyOwner);\n",
    instead: "",
    seenBy: ["server/command-line/private-file.test.ts"],
  },
  {
    name: "server/counts: robots count as visitors",
    promise: "Visits are counted without robots.",
    file: "server/counts/page-reports.ts",
    text: `senderOf(raw, "empty") !== "visitor" || isFromElsewhere`,
    instead: "isFromElsewhere",
    seenBy: ["server/counts/page-reports.test.ts"],
  },
  {
    name: "scripts/content: the last of two values counts",
    promise: "A value that stands twice is told.",
    file: "scripts/content/read-content.ts",
    text: "const written = other\n",
    instead: "const written = other && !found\n",
    seenBy: ["scripts/content/find-mistakes.test.ts"],
  },
  {
    name: "scripts/pictures: what the camera wrote stays",
    promise: "A published photo says nothing of its place.",
    file: "scripts/pictures/encode.ts",
    text: "      .autoOrient()\n",
    instead: "      .autoOrient()\n      .keepMetadata()\n",
    seenBy: ["scripts/pictures/encode.test.ts"],
  },
  {
    name: "scripts/publish: what is saved meanwhile is published",
    promise: "What is saved during a build is published only by the next command.",
    file: "scripts/publish/publish.ts",
    text: "if ((await presentVersion(settings)) !== version)",
    instead: "if (!ok && (await presentVersion(settings)) !== version)",
    seenBy: ["scripts/publish/publish.alone.test.ts"],
  },
  {
    name: "scripts/publish: a withdrawal is noted too late",
    promise: "No start publishes what was withdrawn, also after a kill.",
    file: "scripts/publish/publish.ts",
    text: "`, current);\n  await rename(",
    instead: "`, current);\n  await switchToVersion(before);\n  await rename(",
    seenBy: ["scripts/publish/publish.alone.test.ts"],
  },
  {
    name: "scripts/setup: packages that were set aside are lost",
    promise: "After a killed installation the packages that were there serve on.",
    file: "scripts/setup/install.ts",
    text: "  await takeBack();\n  await rm(staging",
    instead: "  await rm(staging",
    seenBy: ["scripts/setup/install.alone.test.ts"],
  },
  {
    name: "scripts/setup: a Node with another checksum is accepted",
    promise: "A Node comes only with the checksum that is written here.",
    file: "scripts/setup/bring-node.mjs",
    text: "}` !== integrity)",
    instead: '}` === "")',
    seenBy: ["scripts/node.test.ts"],
  },
  {
    name: "walls: a sign-up knows the courier",
    promise: "server/sign-up and server/delivery meet only in the tables.",
    file: "server/sign-up/route.ts",
    text: `import { networkOf } from "./limits.ts";\n`,
    instead: `import type { Courier } from "#server/delivery/courier.ts";
import { networkOf } from "./limits.ts";

export type WakeCourier = (courier: Courier) => void;\n`,
    seenBy: ["tests/walls.test.ts"],
  },
];

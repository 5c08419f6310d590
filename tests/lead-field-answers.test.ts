import { expect, test } from "vitest";
import { idempotencyHeader, leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { textMark } from "#lead/retry-page-marks.ts";
import { fillRetryPage } from "#server/http/add-contact/fill-retry-page.ts";
import { readPostedForm } from "#server/http/add-contact/sign-up-context.ts";
import { openApp } from "./support/app/app.ts";
import { postJson } from "./support/app/posting.ts";

/** The value of every field is a valid e-mail too, so that a new field with any rule needs no entry here. */
const canary = eachField((field) => `canary-${field}@example.com`);

test.each(leadFields)(
  "a sign-up sent again under the same key with another %s is refused",
  async (field) => {
    const { app } = await openApp();
    const headers = { [idempotencyHeader]: "canary-key" };
    expect((await postJson(app, canary, headers)).status).toBe(200);
    expect((await postJson(app, canary, headers)).status).toBe(200);
    const other = { ...canary, [field]: `x${canary[field]}` };
    expect((await postJson(app, other, headers)).status).toBe(422);
  },
);

test.each(leadFields)(
  "a sign-up without %s is refused, and the answer names the field",
  async (field) => {
    const { [field]: _, ...rest } = canary;
    const { app } = await openApp();
    const answer = await postJson(app, rest);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      fields: [{ field, code: "required", message: expect.stringMatching(/\w/) }],
    });
  },
);

test.each(leadFields)(
  "a form with a problem in %s is shown again with the typed value and the problem",
  (field) => {
    const template = `${textMark(field)} ${textMark(`${field}-problem`)} <i data-if-${field}-problem="hidden">`;
    const filled = fillRetryPage(template, {
      title: "",
      message: "",
      form: readPostedForm(canary),
      problems: { [field]: "wrong" },
    });
    expect(filled).toBe(`${canary[field]} wrong <i hidden>`);
  },
);

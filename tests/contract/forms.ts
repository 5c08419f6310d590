import { expect } from "vitest";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { consentField, honeypotField } from "#lead/contract.ts";
import { escapeHtml } from "#server/pages/event-pages.ts";
import { allowedOrigin, type Contract } from "#tests/support/contract/runtime.ts";
import { newPerson, sendForm, storedOf } from "#tests/support/contract/senders.ts";

const { notice, consent } = messages.wordings.current;
/** The page that a visitor without script sees after a sign-up. */
const receivedPage = new RegExp(`^${paths.received}\\?inscricao=[\\w-]{32}$`);
const consentKept = launch.inPageFormSends ? consent : null;

export const forms: Contract = {
  "a form from the popup is stored, and the visitor goes on to the next page, a robot too": async (
    runtime,
  ) => {
    for (const [typed, flag] of [
      ["", null] as const,
      ["https://spam.example", "honeypot"] as const,
    ]) {
      const person = newPerson();
      const fields = { ...person, surface: "popup", wording: notice, [honeypotField]: typed };
      const answer = await sendForm(runtime, fields);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toMatch(receivedPage);
      expect(await storedOf(runtime, person)).toMatchObject([
        { ...person, surface: "popup", wording: notice, flag },
      ]);
    }
  },

  "a form from the page is stored with the consent that was ticked": async (runtime) => {
    const person = newPerson();
    const fields = { ...person, surface: "page", [consentField]: consent };
    expect((await sendForm(runtime, fields)).status).toBe(303);
    expect(await storedOf(runtime, person)).toMatchObject([
      { ...person, surface: "page", wording: consentKept },
    ]);
  },

  "a form of another allowed origin leads back to that origin, without a pass": async (runtime) => {
    const answer = await sendForm(runtime, { ...newPerson() }, { origin: allowedOrigin });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${allowedOrigin}${paths.received}`);
  },

  "a form of the page without its tick is shown again, and nothing is stored": async (runtime) => {
    const person = newPerson();
    for (const tick of [{}, { [consentField]: "" }, { [consentField]: "on" }]) {
      const answer = await sendForm(runtime, { ...person, surface: "page", ...tick });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(escapeHtml(messages.toasts.consentMissing.text));
    }
    expect(await storedOf(runtime, person)).toEqual([]);
  },

  "a form with problems is answered with a message for each problem": async (runtime) => {
    const answer = await sendForm(runtime, { name: "Ana", email: "ana@", whatsapp: " " });
    const page = await answer.text();
    expect(page).toContain(escapeHtml(messages.fieldProblems.email.invalid));
    expect(page).toContain(escapeHtml(messages.fieldProblems.whatsapp.required));
    expect(page).not.toContain(escapeHtml(messages.fieldProblems.name.required));
  },

  "a page after a refused form has all that the visitor typed": async (runtime) => {
    const typed = { ...newPerson(), name: '"Ana" {{email}} $&' };
    for (const more of [{ apikey: "other" }, { whatsapp: " " }]) {
      const html = await (await sendForm(runtime, { ...typed, ...more })).text();
      for (const text of [typed.name, typed.email]) expect(html).toContain(escapeHtml(text));
    }
  },
};

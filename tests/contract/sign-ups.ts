import { expect } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals } from "#content/refusals.ts";
import { accepted, allowedOrigin, type Contract } from "#tests/support/contract/runtime.ts";
import {
  contextOf,
  newPerson,
  publicKey,
  send,
  sendJson,
  storedOf,
} from "#tests/support/contract/senders.ts";

export const signUps: Contract = {
  "a sign-up is stored when it is acknowledged": async (runtime) => {
    const person = newPerson();
    const headers = { ...contextOf({ surface: "popup", cta: "hero" }), "user-agent": "Phone/1" };
    const from = { "x-forwarded-for": "10.1.2.3" };
    const answer = await sendJson(runtime, person, { ...headers, ...from });
    expect([answer.status, await answer.json()]).toEqual([200, accepted]);
    expect(await storedOf(runtime, person)).toMatchObject([
      {
        ...person,
        surface: "popup",
        cta: "hero",
        ip: "10.1.2.0",
        user_agent: "Phone/1",
        flag: null,
      },
    ]);
  },

  "the key may also be in the Authorization header, and the content type may name a charset":
    async (runtime) => {
      const headers = {
        authorization: `Bearer ${publicKey.apikey}`,
        "content-type": "application/json; charset=utf-8",
      };
      const answer = await send(runtime, "POST", { headers, body: JSON.stringify(newPerson()) });
      expect(answer.status).toBe(200);
    },

  "fields beyond those of a lead are dropped": async (runtime) => {
    const person = newPerson();
    const answer = await sendJson(runtime, { ...person, id: 1, surface: "operator" });
    expect(answer.status).toBe(200);
    expect(await storedOf(runtime, person)).toMatchObject([{ ...person, surface: "unknown" }]);
  },

  "the answer names every field with a problem, with a sentence for each": async (runtime) => {
    const answer = await sendJson(runtime, { name: " ", email: "ana@", whatsapp: 3 });
    const { name, email, whatsapp } = messages.fieldProblems;
    expect(await answer.json()).toEqual({
      ok: false,
      code: "invalid-lead",
      message: refusals["invalid-lead"],
      fields: [
        { field: "name", code: "required", message: name.required },
        { field: "email", code: "invalid", message: email.invalid },
        { field: "whatsapp", code: "required", message: whatsapp.required },
      ],
    });
  },

  "a preflight allows the headers of a caller for a day": async (runtime) => {
    const answer = await send(runtime, "OPTIONS", { headers: { origin: allowedOrigin } });
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
    const headers = answer.headers.get("access-control-allow-headers")?.split(", ");
    expect(headers).toEqual(expect.arrayContaining(["authorization", "apikey", "content-type"]));
    expect(headers).toEqual(expect.arrayContaining(["idempotency-key", "x-sign-up-context"]));
    expect(headers).toEqual(expect.arrayContaining(["x-client-info", "x-request-id"]));
  },
};

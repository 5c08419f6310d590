import {
  FunctionRegion,
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
} from "@supabase/functions-js";
import { expect } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { withoutStore } from "#tests/support/contract/cause-refusals.ts";
import { accepted } from "#tests/support/contract/differences.ts";
import type { Runtime } from "#tests/support/contract/runtime.ts";
import { newKey, newPerson, storedOf } from "#tests/support/contract/senders.ts";
import type { Contract } from "./contract.ts";

const [functionsPath = "", functionName = ""] = addContactPath.split(/\/(?=[^/]+$)/);

export const supabaseClient: Contract = {
  "Supabase's client returns the answer of the function": async (runtime) => {
    const body = newPerson();
    const { data, error } = await client(runtime).invoke(functionName, { body });
    expect({ data, error }).toEqual({ data: accepted(runtime), error: null });
    expect(await storedOf(runtime, body)).toMatchObject([body]);
  },

  "Supabase's client works with its own headers and with ours": async (runtime) => {
    const functions = client(runtime, { "x-client-info": "supabase-js-web/2.109.0" });
    functions.setAuth(links.publicKey);
    const region = FunctionRegion.SaEast1;
    const call = { body: newPerson(), headers: newKey(), region };
    expect((await functions.invoke(functionName, call)).data).toEqual(accepted(runtime));
  },

  "with the key in the Authorization header alone Supabase's client is accepted": async (
    runtime,
  ) => {
    const bearer = new FunctionsClient(`${runtime.url}${functionsPath}`);
    bearer.setAuth(links.publicKey);
    const { data } = await bearer.invoke(functionName, { body: newPerson() });
    expect(data).toEqual(accepted(runtime));
  },

  "Supabase's client returns a refusal as its HTTP error with the answer": async (runtime) => {
    const refused = [
      { headers: { apikey: "other" }, body: newPerson(), status: 401, code: "unauthorized" },
      { headers: {}, body: { ...newPerson(), email: "ana@" }, status: 422, code: "invalid-lead" },
    ];
    for (const { headers, body, status, code } of refused) {
      const { data, error } = await client(runtime, headers).invoke(functionName, { body });
      expect(data).toBeNull();
      expect(error).toBeInstanceOf(FunctionsHttpError);
      expect(error.context.status).toBe(status);
      expect(await error.context.json()).toMatchObject({ ok: false, code });
    }
  },

  "after a failure of the store Supabase's client may send the sign-up again": async (runtime) => {
    const body = newPerson();
    const invoke = () => client(runtime).invoke(functionName, { body });
    const { error } = await withoutStore(runtime, invoke);
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.status).toBe(503);
    expect((await invoke()).data).toEqual(accepted(runtime));
    expect(await storedOf(runtime, body)).toMatchObject([body]);
  },

  "without a server Supabase's client returns its fetch error": async (runtime) => {
    const nowhere = client({ ...runtime, url: "http://127.0.0.1:1" });
    const { data, error } = await nowhere.invoke(functionName, { body: newPerson() });
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(FunctionsFetchError);
  },
};

function client({ url }: Runtime, headers: Record<string, string> = {}): FunctionsClient {
  return new FunctionsClient(`${url}${functionsPath}`, {
    headers: { apikey: links.publicKey, ...headers },
  });
}

import type { Account } from "./account.ts";
import { type Answer, htmlPage, json, tooFast } from "./answer.ts";
import type { Call } from "./call.ts";
import { deleteContact, oneContact, syncContact } from "./contacts.ts";
import type { Rules } from "./fault-rules.ts";
import { type Importer, importInfo } from "./importer.ts";
import { countSince } from "./limits.ts";
import {
  addToList,
  createTag,
  listsOfContact,
  listTags,
  oneList,
  tagContact,
  tagsOfContact,
  untagContact,
} from "./lists-and-tags.ts";
import { searchContacts } from "./search-contacts.ts";
import type { FakeRequest } from "./server.ts";

type ResponderConfig = {
  account: Account;
  /** All requests until now, with the one that is being answered. */
  requests: readonly FakeRequest[];
  importer: Importer;
  rules: Rules;
  token: string;
  requestsPerSecond: number;
  retryAfterSeconds: number;
  /** The URL of another host, to which redirects lead. */
  otherHost: string;
};

/** Checks the rate limit first, then the faults that a test wants, then the token; then it does the work. */
export function createResponder(config: ResponderConfig): (call: Call) => Answer {
  const { account, requests, importer, rules } = config;
  const route = createRoutes(importer);
  return (call) => {
    importer.advance(account, call.at);
    const recent = countSince(requests, 1_000, call.at);
    if (recent > config.requestsPerSecond) return tooFast(String(config.retryAfterSeconds));
    const work = () =>
      call.token === config.token ? route(account, call) : json(403, { message: "Forbidden" });
    const fault = rules.faultFor(call);
    return fault ? fault.answer({ ...config, call, work }) : work();
  };
}

type Handler = (account: Account, call: Call, id: string) => Answer;

function createRoutes({ queueImport }: Importer): (account: Account, call: Call) => Answer {
  const routes: Record<string, Handler> = {
    "POST /contact/sync": syncContact,
    "GET /contacts": searchContacts,
    "GET /contacts/ID": oneContact,
    "DELETE /contacts/ID": deleteContact,
    "GET /contacts/ID/contactLists": listsOfContact,
    "GET /contacts/ID/contactTags": tagsOfContact,
    "POST /contactLists": addToList,
    "GET /lists/ID": oneList,
    "GET /tags": listTags,
    "POST /tags": createTag,
    "POST /contactTags": tagContact,
    "DELETE /contactTags/ID": untagContact,
    "POST /import/bulk_import": queueImport,
    "GET /import/info": importInfo,
    "GET /users/me": currentUser,
  };
  return (account, call) => {
    const id = /\/(\d+)/.exec(call.path)?.[1] ?? "";
    const handler = routes[`${call.method} ${call.path.replace(/\/\d+/, "/ID")}`];
    return handler ? handler(account, call, id) : htmlPage(404, "Not Found");
  };
}

function currentUser(): Answer {
  const user = { username: "fake", firstName: "Fake", lastName: "User", email: "fake@example.com" };
  return json(200, { user: { ...user, phone: "", signature: null, id: "1" } });
}

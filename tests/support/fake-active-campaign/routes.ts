import type { Account } from "./account.ts";
import { type Answer, htmlPage, json, tooFast } from "./answer.ts";
import type { Call } from "./call.ts";
import { deleteContact, findContacts, oneContact, syncContact } from "./contacts.ts";
import type { Rules } from "./fault-rules.ts";
import { type Importer, importInfo } from "./importer.ts";
import { countSince } from "./limits.ts";
import { addToList, allLists, listsOfContact, oneList } from "./lists.ts";
import { createTag, listTags, tagContact, tagsOfContact } from "./tags.ts";

type Handler = (account: Account, call: Call, id: string) => Answer;

/** What ActiveCampaign does when it behaves. */
function createRoutes({ queueImport }: Importer): (account: Account, call: Call) => Answer {
  const routes: Record<string, Handler> = {
    "POST /contact/sync": syncContact,
    "GET /contacts": findContacts,
    "GET /contacts/ID": oneContact,
    "DELETE /contacts/ID": deleteContact,
    "GET /contacts/ID/contactLists": listsOfContact,
    "GET /contacts/ID/contactTags": tagsOfContact,
    "POST /contactLists": addToList,
    "GET /lists": allLists,
    "GET /lists/ID": oneList,
    "GET /tags": listTags,
    "POST /tags": createTag,
    "POST /contactTags": tagContact,
    "POST /import/bulk_import": queueImport,
    "GET /import/info": importInfo,
    "GET /users/me": whoAmI,
  };
  return (account, call) => {
    const id = /\/(\d+)/.exec(call.path)?.[1] ?? "";
    const handler = routes[`${call.method} ${call.path.replace(/\/\d+/, "/ID")}`];
    return handler ? handler(account, call, id) : htmlPage(404, "Not Found");
  };
}

function whoAmI(): Answer {
  const user = { username: "fake", firstName: "Fake", lastName: "User", email: "fake@example.com" };
  return json(200, { user: { ...user, phone: "", signature: null, id: "1" } });
}

export type Manners = {
  account: Account;
  rules: Rules;
  importer: Importer;
  token: string;
  requestsPerSecond: number;
  retryAfterSeconds: number;
  /** When each request came, the one in question too. */
  requestTimes: number[];
  elsewhere: string;
};

/** The pace comes first, then what was told to go wrong, then the token, then the work. */
export function createResponder(manners: Manners): (call: Call) => Answer {
  const { account, rules, importer, requestsPerSecond, requestTimes } = manners;
  const retryAfter = String(manners.retryAfterSeconds);
  const route = createRoutes(importer);
  return (call) => {
    importer.settle(account, call.at);
    const isTooFast = countSince(requestTimes, 1_000, call.at) > requestsPerSecond;
    if (isTooFast) return tooFast(retryAfter, requestsPerSecond);
    const work = () =>
      call.token === manners.token ? route(account, call) : json(403, { message: "Forbidden" });
    const way = rules.wayFor(call);
    return way ? way.answer({ ...manners, call, work }) : work();
  };
}

import type { Account } from "./account.ts";
import { type Answer, htmlPage, json } from "./answer.ts";
import type { Call } from "./call.ts";
import { deleteContact, findContacts, oneContact, syncContact } from "./contacts.ts";
import { type Importer, importInfo } from "./importer.ts";
import { addToList, allLists, listsOfContact, oneList } from "./lists.ts";
import { createTag, listTags, tagContact, tagsOfContact } from "./tags.ts";

type Handler = (account: Account, call: Call, id: string) => Answer;

/** What ActiveCampaign does when it behaves. */
export function createRoutes({ queueImport }: Importer): (account: Account, call: Call) => Answer {
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

import { describeReason } from "#phrases/delivery-states.ts";
import {
  type Answer,
  complaintsIn,
  isNotFound,
  namesEmail,
} from "#server/active-campaign/answer.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { addTag, contactIn, removeContact, subscribe } from "#server/active-campaign/contact.ts";
import { createField, fields } from "#server/active-campaign/fields.ts";
import {
  findContacts,
  findFields,
  findMembership,
  findTag,
  subscribedStatus,
} from "#server/active-campaign/lookups.ts";
import {
  bulkImportPath,
  connectOperatorClient,
  type PacedClient,
} from "#server/active-campaign/paced-client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import { type Command, done, failed } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { rowsNamed } from "#server/delivery/imports.ts";
import { recordAction } from "#server/store/action-log.ts";

const noAccount = failed(
  "O ActiveCampaign não está configurado. Veja ACTIVECAMPAIGN_URL, no .env.",
);

/** The only command that changes how the account at ActiveCampaign is set up. */
export const accountFields: Command = {
  usage: "[--create [--yes]]",
  summary: "mostra os campos do ActiveCampaign que o servidor preenche",
  details: [
    "Um campo que falta não atrasa nenhum lead. Um campo novo é preenchido em até dez minutos, nos leads entregues daí em",
    "diante; nos outros, com retry since.",
  ],
  options: {
    create: { type: "boolean", about: "cria os que faltam" },
    ...yesOption,
  },
  async run(context, input) {
    const io = await context.open();
    const { activeCampaign } = io.config;
    if (activeCampaign === undefined) return noAccount;
    const client = connectOperatorClient(io, activeCampaign);
    const found = await findFields(client.read);
    if (found.kind !== "done")
      return failed(
        `O ActiveCampaign não disse que campos há (${describeReason(found.reason)}). Rode doctor.`,
      );
    const missing = fields.filter(({ perstag }) => !found.body.has(perstag));
    for (const field of fields)
      await io.write(`${missing.includes(field) ? "falta " : "existe"}  ${field.perstag}\n`);
    if (missing.length === 0) return done;
    if (!input.switches.has("create"))
      return failed("Para criar os que faltam: npm run leads -- fields --create");
    const agreed = await confirm(io, input, "Criar no ActiveCampaign os campos que faltam?");
    if (agreed !== "agreed") return agreed;
    for (const field of missing) {
      const made = await createField(client, field);
      if (made.kind !== "done")
        return failed(
          `${field.perstag} não foi criado, ou não aparece nas listas (${describeReason(made.reason)}). Rode de novo.`,
        );
    }
    const at = io.clock();
    await recordAction(io.database, { at, action: "fields" });
    await io.write("A conta tem agora todos os campos.\n");
    return done;
  },
};

/**
 * The invented contact of a trial: no mail arrives at this address. If a trial is interrupted, the next trial removes
 * the contact.
 */
const madeUp = {
  email: "trial.black-ahsd@example.com",
  firstName: "Teste",
  lastName: "Black AHSD",
  phone: "+5511999990000",
};
const malformed = "trial.black-ahsd";

/**
 * What this program expects of ActiveCampaign comes from its documents and from other programs. This command tests it
 * with the account.
 */
export const trial: Command = {
  usage: "[--yes]",
  summary: "experimenta na conta do ActiveCampaign tudo o que o servidor pede a ela",
  details: [
    `Faz uns dez pedidos com um contato inventado (${madeUp.email}), compara cada resposta com a que o servidor espera, e remove o contato.`,
    "Ele entra na lista e recebe a primeira tag, se ela existe: as automações delas começam. Não muda nenhum outro contato.",
  ],
  options: yesOption,
  async run(context, input) {
    const io = await context.open();
    const { activeCampaign } = io.config;
    if (activeCampaign === undefined) return noAccount;
    const agreed = await confirm(io, input, "Criar e remover um contato na conta?");
    if (agreed !== "agreed") return agreed;
    let different = 0;
    const hold: Hold = async (request, expected, answer, fits = answer.kind === "done") => {
      if (!fits) different += 1;
      const said = fits ? "" : ` Veio: ${escapeForTerminal(describeAnswer(answer))}.`;
      await io.write(`${fits ? "ok     " : "difere "} ${request}: ${expected}.${said}\n`);
    };
    await tryAll(connectOperatorClient(io, activeCampaign), activeCampaign, hold);
    const at = io.clock();
    await recordAction(io.database, { at, action: "trial" });
    if (different === 0) return done;
    return failed(
      `Respostas que diferem do que o servidor espera: ${different}. Rode de novo; se continuam, mostre estas linhas à técnica antes do lançamento.`,
    );
  },
};

/** Compares an answer of the account with the expected answer. */
type Hold = (request: string, expected: string, answer: Answer, fits?: boolean) => Promise<void>;

async function tryAll(
  client: PacedClient,
  { list, tags }: ActiveCampaignSettings,
  hold: Hold,
): Promise<void> {
  const { read, send } = client;
  const account = await read("/users/me");
  await hold("GET /users/me", "aceita a chave", account);
  if (account.kind !== "done") return;
  await hold("GET /fields", "mostra os campos", await findFields(read));
  const wrong = await send("POST", "/contact/sync", { contact: { email: malformed } });
  const isNamed = wrong.kind === "failed" && namesEmail(wrong);
  await hold("POST /contact/sync", "recusa um e-mail malformado, e diz isso", wrong, isNamed);
  if (wrong.kind === "done") await removeContact(client, { email: malformed, contactId: null });
  const row = { email: malformed, first_name: madeUp.firstName };
  const batch = await send("POST", bulkImportPath, { contacts: [row] });
  const isRowNamed = rowsNamed(batch).has(0);
  await hold(`POST ${bulkImportPath}`, "recusa essa linha, e diz qual é", batch, isRowNamed);
  const sync = await send("POST", "/contact/sync", { contact: madeUp });
  const synced = contactIn(sync, madeUp.email, []);
  await hold("POST /contact/sync", "cria o contato, e diz o número e o e-mail dele", synced);
  const contact = synced.kind === "done" ? synced.body.contactId : undefined;
  if (contact !== undefined) {
    const found = await findContacts(read, madeUp.email);
    const isFound = found.kind === "done" && found.body.join() === contact;
    await hold("GET /contacts", "acha o contato pelo e-mail", found, isFound);
    if (list !== undefined) {
      const subscribed = await subscribe(client, contact, list);
      await hold("POST /contactLists", `põe o contato na lista ${list}`, subscribed);
      if (subscribed.kind === "done") {
        const member = await findMembership(read, contact, list);
        const isMember = member.kind === "done" && member.body?.status === subscribedStatus;
        await hold("GET /contacts/N/contactLists", "diz que está na lista", member, isMember);
      }
    }
    const [name] = tags;
    const tag = name === undefined ? undefined : await findTag(read, name);
    if (tag !== undefined) await hold("GET /tags", "procura a tag", tag);
    if (name !== undefined && tag?.kind === "done" && tag.body !== undefined) {
      const tagged = await addTag(client, { tagIds: createTagIds() }, { contact, name });
      await hold("POST /contactTags", "dá a tag ao contato", tagged);
    }
  }
  const removed = await removeContact(client, { email: madeUp.email, contactId: contact ?? null });
  await hold("DELETE /contacts/N", "remove o contato", removed);
  if (contact === undefined) return;
  const gone = await read(`/contacts/${encodeURIComponent(contact)}`);
  await hold("GET /contacts/N", "não o acha mais", gone, isNotFound(gone));
}

function describeAnswer(answer: Answer): string {
  if (answer.kind === "done") return "feito, mas com outro conteúdo";
  const said = answer.kind === "failed" ? complaintsIn(answer.refusal?.body) : "";
  return [describeReason(answer.reason), said].filter((part) => part !== "").join(" ");
}

import { describeReason } from "#phrases/delivery-states.ts";
import { isNotFound } from "#server/active-campaign/answer.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { findFields, findListName, findTag } from "#server/active-campaign/lookups.ts";
import { connectOperatorClient, type Read } from "#server/active-campaign/paced-client.ts";
import {
  type Asked,
  dueByEvening,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";

export const account: Subject = { title: "Conta do ActiveCampaign", facts: chosen, asked };

/**
 * Facts from the settings of the ActiveCampaign account. If the account is not set at all, the facts of the deliveries
 * say so.
 */
function chosen({ config: { activeCampaign } }: Look): Fact[] {
  if (activeCampaign === undefined) return [];
  const facts: Fact[] = [];
  if (activeCampaign.list === undefined)
    facts.push(
      dueByEvening(
        "Lista",
        "Falta escolher: os contatos não entram em nenhuma.",
        "Escreva o número da lista em ACTIVECAMPAIGN_LIST, no .env, e reinicie o servidor.",
      ),
    );
  if (activeCampaign.tags.length === 0)
    facts.push(
      dueByEvening(
        "Tags",
        "Falta escolher: no ActiveCampaign, os leads ficam iguais aos outros contatos.",
        "Escreva os nomes das tags em ACTIVECAMPAIGN_TAGS, no .env, e reinicie o servidor.",
      ),
    );
  return facts;
}

const place = "Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";

/**
 * Facts from the ActiveCampaign account itself: whether it accepts the key, and has the list, tags and fields for
 * leads.
 */
async function* asked(asked: Asked): AsyncGenerator<Fact> {
  const settings = asked.config.activeCampaign;
  if (settings === undefined) return;
  const { read } = connectOperatorClient(asked, settings);
  const key = keyFact(await read("/users/me"), settings.url);
  yield key;
  if (key.level !== "fine") return;
  if (settings.list !== undefined) yield await listFact(read, settings.list);
  yield* tagFacts(read, settings);
  yield await fieldsFact(read);
}

function keyFact(answer: Awaited<ReturnType<Read>>, url: string): Fact {
  const name = "Chave";
  if (answer.kind === "done") return fine(name, `Funciona, em ${new URL(url).origin}.`);
  const reason = describeReason(answer.reason);
  if (answer.kind === "account")
    return notice(
      name,
      `O ActiveCampaign pediu para esperar (${reason}).`,
      "Nada a fazer: os leads ficam guardados, e o servidor volta a enviar sozinho. Importações e exportações na mesma conta gastam o limite dela.",
    );
  switch (answer.refusal?.status) {
    case 401:
    case 403:
      return trouble(
        name,
        `O ActiveCampaign recusa a chave (${reason}).`,
        `Copie a chave de novo de ${place} para ACTIVECAMPAIGN_TOKEN, no .env, e reinicie o servidor.`,
      );
    case 404:
      return trouble(
        name,
        `${url} não é o endereço de uma conta (${reason}).`,
        `Copie o endereço de novo de ${place} para ACTIVECAMPAIGN_URL, no .env, e reinicie o servidor.`,
      );
    default:
      return trouble(
        name,
        `O ActiveCampaign não deu uma resposta clara (${reason}).`,
        "Os leads ficam guardados, e o servidor tenta sozinho. Se já funcionou hoje, espere; se dura, veja a rede desta máquina e se o ActiveCampaign está no ar. Se nunca funcionou, confira ACTIVECAMPAIGN_URL, no .env.",
      );
  }
}

async function listFact(read: Read, id: string): Promise<Fact> {
  const found = await findListName(read, id);
  if (found.kind === "done") return fine("Lista", `A lista ${id} é "${found.body}".`);
  if (!isNotFound(found)) return notAsked("Lista", found.reason);
  return trouble(
    "Lista",
    `A lista ${id} não existe.`,
    "Abra a lista no ActiveCampaign, escreva em ACTIVECAMPAIGN_LIST, no .env, o número que aparece no endereço dela e reinicie o servidor.",
  );
}

async function* tagFacts(read: Read, settings: ActiveCampaignSettings): AsyncGenerator<Fact> {
  const { tags, nextTags, enteredTag } = settings;
  const all = [
    ...tags.map((tag) => ({ tag, of: "", setting: "ACTIVECAMPAIGN_TAGS" })),
    ...nextTags.map((tag) => ({
      tag,
      of: ", de quem quer saber da próxima aula,",
      setting: "ACTIVECAMPAIGN_NEXT_TAGS",
    })),
    { tag: enteredTag, of: ", de quem entrou na aula,", setting: "ACTIVECAMPAIGN_ENTERED_TAG" },
  ];
  for (const { tag, of, setting } of all) {
    const found = await findTag(read, tag);
    const said = `A tag "${tag}"${of}`;
    if (found.kind !== "done") yield notAsked("Tags", found.reason);
    else if (found.body !== undefined) yield fine("Tags", `${said} existe.`);
    else
      yield notice(
        "Tags",
        `${said} ainda não existe: será criada com o primeiro lead que a recebe.`,
        `Confira o nome em ${setting}: as automações só começam com o nome exato.`,
        { canWait: true },
      );
  }
}

async function fieldsFact(read: Read): Promise<Fact> {
  const found = await findFields(read);
  if (found.kind !== "done") return notAsked("Campos", found.reason);
  const missing = fields.map(({ perstag }) => perstag).filter((name) => !found.body.has(name));
  if (missing.length === 0) return fine("Campos", "A conta tem todos.");
  return dueByEvening(
    "Campos",
    `A conta não tem: ${missing.join(", ")}. Os leads chegam sem eles.`,
    "Crie-os no servidor.",
    { onServer: "fields --create" },
  );
}

function notAsked(name: string, reason: string): Fact {
  return notice(
    name,
    `Não foi possível conferir (${describeReason(reason)}).`,
    "Rode doctor de novo.",
  );
}

import { describeReason } from "#phrases/delivery-states.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { findFields, findListName, findTag } from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import { connectOperatorClient } from "#server/active-campaign/paced-client.ts";
import type { WithDatabase } from "#server/command-line/command.ts";
import { type Check, evening, type Finding, fail, ok, warn } from "./site-checks.ts";

const place = "Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";
const again = "Rode doctor de novo.";

/** The account at ActiveCampaign, after it was asked whether it knows the key. */
type Account = {
  settings: ActiveCampaignSettings;
  read: Read;
  key: Awaited<ReturnType<Read>>;
};

/** Undefined if ActiveCampaign is not configured. */
export async function askAccount(io: WithDatabase): Promise<Account | undefined> {
  const settings = io.config.activeCampaign;
  if (settings === undefined) return undefined;
  const { read } = connectOperatorClient(io, settings);
  const key = await read("/users/me");
  return { settings, read, key };
}

export const accountChecks: readonly Check<Account>[] = [
  { title: "ActiveCampaign", run: checkKey },
  {
    title: "ActiveCampaign",
    async run({ settings: { list }, read, key }) {
      return key.kind === "done" && list !== undefined ? checkList(read, list) : [];
    },
  },
  { title: "ActiveCampaign", run: checkTags, canWait: true },
  { title: "ActiveCampaign", run: checkFields, canWait: true },
];

function checkKey({ key, settings: { url } }: Account): Finding {
  if (key.kind === "done") return ok("A chave funciona.");
  const reason = describeReason(key.reason);
  switch (key.kind) {
    case "account-refused":
      return fail(
        `O ActiveCampaign recusa a chave (${reason}).`,
        `Copie a chave de novo de ${place} para ACTIVECAMPAIGN_TOKEN, no .env, e reinicie o servidor.`,
      );
    case "not-found":
      return fail(
        `${url} não é o endereço de uma conta (${reason}).`,
        `Copie o endereço de novo de ${place} para ACTIVECAMPAIGN_URL, no .env, e reinicie o servidor.`,
      );
    case "rate-limited":
      return warn(
        `O ActiveCampaign pediu para esperar (${reason}).`,
        "Nada a fazer: os leads ficam guardados, e o servidor volta a enviar sozinho. Importações e exportações na mesma conta gastam o limite dela.",
      );
    case "refused":
    case "retry-later":
    case "interrupted":
      return fail(
        `O ActiveCampaign não deu uma resposta clara (${reason}).`,
        "Os leads ficam guardados, e o servidor tenta sozinho. Se já funcionou hoje, espere; se dura, veja a rede desta máquina e se o ActiveCampaign está no ar. Se nunca funcionou, confira ACTIVECAMPAIGN_URL, no .env.",
      );
  }
}

async function checkList(read: Read, id: string): Promise<Finding> {
  const found = await findListName(read, id);
  if (found.kind === "done") return ok(`A lista ${id} é "${found.body}".`);
  if (found.kind !== "not-found") return notChecked(`a lista ${id}`, found.reason);
  return fail(
    `A lista ${id} não existe.`,
    "Abra a lista no ActiveCampaign, escreva em ACTIVECAMPAIGN_LIST, no .env, o número que aparece no endereço dela e reinicie o servidor.",
  );
}

async function checkTags({ settings, read, key }: Account): Promise<Finding[]> {
  if (key.kind !== "done") return [];
  const { tags, nextTags, enteredTag } = settings;
  const all = [
    ...tags.map((name) => ({ name, of: "", setting: "ACTIVECAMPAIGN_TAGS" })),
    ...nextTags.map((name) => {
      return { name, of: "quer saber da próxima aula", setting: "ACTIVECAMPAIGN_NEXT_TAGS" };
    }),
    { name: enteredTag, of: "entrou na aula", setting: "ACTIVECAMPAIGN_ENTERED_TAG" },
  ];
  const findings: Finding[] = [];
  for (const { name, of, setting } of all) {
    const tag = `A tag "${name}"${of && `, de quem ${of},`}`;
    const first = of === "" ? "com o primeiro lead" : "com a primeira dessas pessoas";
    const found = await findTag(read, name);
    if (found.kind === "done" && found.body !== undefined) findings.push(ok(`${tag} existe.`));
    else if (found.kind !== "done") findings.push(notChecked(`a tag "${name}"`, found.reason));
    else
      findings.push(
        warn(
          `${tag} ainda não existe: será criada ${first}.`,
          `Confira o nome em ${setting}: as automações só começam com o nome exato.`,
        ),
      );
  }
  return findings;
}

async function checkFields({ read, key }: Account): Promise<Finding[]> {
  if (key.kind !== "done") return [];
  const found = await findFields(read);
  if (found.kind !== "done") return [notChecked("os campos", found.reason)];
  const missing = fields.map(({ perstag }) => perstag).filter((name) => !found.body.has(name));
  if (missing.length === 0) return [ok("A conta tem todos os campos.")];
  const text = `A conta não tem estes campos: ${missing.join(", ")}. Os leads chegam sem eles.`;
  return [evening(text, "Crie-os com: npm run leads -- fields --create")];
}

function notChecked(what: string, reason: string): Finding {
  return warn(`Não foi possível conferir ${what} (${describeReason(reason)}).`, again);
}

import { describeReason } from "#phrases/delivery-states.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { findListName, findTag } from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import { connectOperatorClient } from "#server/active-campaign/paced-client.ts";
import type { WithDatabase } from "#server/command-line/command.ts";
import { apartMs, dateOf } from "#server/watch/clocks.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";
import { clockFinding } from "./store-checks.ts";

const place = "Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";
const again = "Rode doctor de novo.";

/** The account at ActiveCampaign, after it was asked whether it knows the key. */
type Account = {
  settings: ActiveCampaignSettings;
  read: Read;
  key: Awaited<ReturnType<Read>>;
  /** By how much its clock and ours differ; undefined if its answer has no time. */
  apart: number | undefined;
};

/** Undefined if ActiveCampaign is not configured. */
export async function askAccount(io: WithDatabase): Promise<Account | undefined> {
  const { clock } = io;
  const settings = io.config.activeCampaign;
  if (settings === undefined) return undefined;
  let apart: number | undefined;
  const timed: typeof fetch = async (...request) => {
    const asked = clock();
    const answer = await io.fetch(...request);
    const date = dateOf(answer);
    if (date !== undefined) apart = apartMs({ asked, answered: clock() }, date);
    return answer;
  };
  const read = connectOperatorClient({ ...io, fetch: timed }, settings);
  const key = await read("/users/me");
  return { settings, read, key, apart };
}

export const accountChecks: readonly Check<Account>[] = [
  { title: "ActiveCampaign", run: checkKey },
  {
    title: "relógio",
    run: ({ apart }) => (apart === undefined ? [] : clockFinding("do ActiveCampaign", apart)),
  },
  {
    title: "ActiveCampaign",
    async run({ settings: { list }, read, key }) {
      return key.kind === "done" && list !== undefined ? checkList(read, list) : [];
    },
  },
  { title: "ActiveCampaign", run: checkTags },
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
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "interrupted":
      return fail(
        `O ActiveCampaign não deu uma resposta clara (${reason}).`,
        "Confira ACTIVECAMPAIGN_URL, no .env. Se está certo, veja a rede desta máquina, e se o ActiveCampaign está no ar. Os leads novos ficam guardados até que ele volte.",
      );
  }
}

async function checkList(read: Read, id: string): Promise<Finding> {
  const found = await findListName(read, id);
  if (found.kind === "found") return ok(`A lista ${id} é "${found.name}".`);
  if (found.kind !== "not-found") return notChecked(`a lista ${id}`, found.reason);
  return fail(
    `A lista ${id} não existe.`,
    "Abra a lista no ActiveCampaign, escreva em ACTIVECAMPAIGN_LIST, no .env, o número que aparece no endereço dela e reinicie o servidor.",
  );
}

async function checkTags({ settings: { tags, nextTags }, read, key }: Account): Promise<Finding[]> {
  if (key.kind !== "done") return [];
  const findings: Finding[] = [];
  for (const name of tags) {
    const tag = `A tag "${name}"`;
    const first = "com o primeiro lead";
    findings.push(await checkTag(read, name, { tag, first, setting: "ACTIVECAMPAIGN_TAGS" }));
  }
  for (const name of nextTags) {
    const tag = `A tag "${name}", de quem quer saber da próxima aula,`;
    const first = "com a primeira dessas pessoas";
    findings.push(await checkTag(read, name, { tag, first, setting: "ACTIVECAMPAIGN_NEXT_TAGS" }));
  }
  return findings;
}

async function checkTag(
  read: Read,
  name: string,
  { tag, first, setting }: { tag: string; first: string; setting: string },
): Promise<Finding> {
  const found = await findTag(read, name);
  if (found.kind === "found") return ok(`${tag} existe.`);
  if (found.kind !== "none") return notChecked(`a tag "${name}"`, found.reason);
  return warn(
    `${tag} ainda não existe: será criada ${first}.`,
    `Confira o nome em ${setting}: as automações só começam com o nome exato.`,
  );
}

function notChecked(what: string, reason: string): Finding {
  return warn(`Não foi possível conferir ${what} (${describeReason(reason)}).`, again);
}

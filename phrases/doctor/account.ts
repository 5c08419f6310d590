import { doctor } from "./doctor.ts";

const place = "Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";

/** What doctor says about the account at ActiveCampaign: its key, the list and the tags. */
export const accountFindings = {
  keyAccepted: "A chave funciona.",
  keyRefused: (reason: string) => `O ActiveCampaign recusa a chave (${reason}).`,
  copyKey: `Copie a chave de novo de ${place} para ACTIVECAMPAIGN_TOKEN, no .env, e reinicie o servidor.`,
  notAnAccount: (url: string, reason: string) =>
    `${url} não é o endereço de uma conta (${reason}).`,
  copyAddress: `Copie o endereço de novo de ${place} para ACTIVECAMPAIGN_URL, no .env, e reinicie o servidor.`,
  unclear: (reason: string) => `O ActiveCampaign não deu uma resposta clara (${reason}).`,
  checkNetwork:
    "Confira ACTIVECAMPAIGN_URL, no .env. Se está certo, veja a rede desta máquina, e se o ActiveCampaign está no ar. Os leads novos ficam guardados até que ele volte.",

  list: (id: string, name: string) => `A lista ${id} é "${name}".`,
  noList: (id: string) => `A lista ${id} não existe.`,
  setList:
    "Abra a lista no ActiveCampaign, escreva em ACTIVECAMPAIGN_LIST, no .env, o número que aparece no endereço dela e reinicie o servidor.",
  listUnknown: (id: string, reason: string) =>
    `Não foi possível conferir a lista ${id} (${reason}).`,

  tags: {
    exists: (name: string) => `A tag "${name}" existe.`,
    missing: (name: string) => `A tag "${name}" ainda não existe: será criada com o primeiro lead.`,
    checkSpelling:
      "Confira o nome em ACTIVECAMPAIGN_TAGS: as automações só começam com o nome exato.",
  },
  nextTags: {
    exists: (name: string) => `A tag "${name}", de quem quer saber da próxima aula, existe.`,
    missing: (name: string) =>
      `A tag "${name}", de quem quer saber da próxima aula, ainda não existe: será criada com a primeira dessas pessoas.`,
    checkSpelling:
      "Confira o nome em ACTIVECAMPAIGN_NEXT_TAGS: as automações só começam com o nome exato.",
  },
  tagUnknown: (name: string, reason: string) =>
    `Não foi possível conferir a tag "${name}" (${reason}).`,
  again: doctor.again,
};

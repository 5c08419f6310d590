import { doctor } from "./doctor.ts";

const restart = "e reinicie o servidor";

/** What doctor says about the settings. Their mistakes are in phrases/settings.ts. */
export const settingsFindings = {
  noMistakes: "Não há erros.",
  correct: `Corrija no .env ${restart}.`,

  onlyThisMachine: (url: string) => `${url} só abre nesta máquina.`,
  setSiteUrl: `Escreva em SITE_URL, no .env, o endereço público da página e publique de novo: ${doctor.buildAgain}`,
  notHttps: (url: string) => `${url} não usa https.`,
  addProxy: "Ponha na frente do servidor um proxy com certificado.",

  noProxies:
    "TRUSTED_PROXIES é 0, mas um endereço https tem um proxy na frente do servidor: assim todos os visitantes contam como um só e dividem um limite de 300 inscrições por minuto.",
  setProxies: `Escreva em TRUSTED_PROXIES, no .env, quantos proxies há na frente do servidor ${restart}.`,

  notConfigured:
    "O ActiveCampaign não está configurado: os leads ficam guardados aqui e não são enviados.",
  configure: `Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env ${restart}. Ele envia também os leads já guardados.`,
  sentTo: (account: string) => `Os leads são enviados para ${account}`,
  noList: "Falta escolher a lista: os contatos não entram em nenhuma.",
  setList: `Escreva o número da lista em ACTIVECAMPAIGN_LIST, no .env, ${restart}.`,
  noTags: "Falta escolher as tags: no ActiveCampaign, os leads ficam iguais aos outros contatos.",
  setTags: `Escreva os nomes das tags em ACTIVECAMPAIGN_TAGS, no .env, ${restart}.`,

  noMessages: "Quando algo der errado, ninguém receberá uma mensagem: ALERT_URL está vazio.",
  setMessages: `Escreva em ALERT_URL, no .env, para onde vão os alarmes ${restart}. Veja docs/operacao/mensagens.md.`,
  messagesTo: (host: string) =>
    `Os alarmes são enviados para ${host}. Para testar: npm run leads -- alert --test`,

  directAddress:
    "É o endereço direto do Postgres do Supabase. Ele só responde por IPv6, a não ser que o projeto tenha o complemento de IPv4. Se a conexão falhar, use o endereço do pooler em modo session (porta 5432).",
  sessionPooler:
    "É o pooler do Supabase em modo session: serve ao servidor, aos comandos e ao pg_dump. As funções do Supabase precisam de muitas conexões: dê a elas o endereço do modo transaction (porta 6543).",
  transactionPooler:
    "É o pooler do Supabase em modo transaction: serve às funções, ao servidor e aos comandos. Para pg_dump, pg_restore e psql, use o endereço do modo session (porta 5432).",
  unencrypted: (host: string) =>
    `DATABASE_URL não pede criptografia: os dados pessoais vão sem criptografia até ${host}.`,
  encrypt:
    "Acrescente ?sslmode=verify-full ao fim do endereço, no .env, ou ?sslmode=disable se a rede for só sua. Veja docs/operacao/instalar.md.",
};

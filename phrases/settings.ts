const activeCampaignPlace =
  "em Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";

/**
 * What the server, the commands and the build say about a wrong setting: its name, its value, and what to write
 * instead. A sentence about a secret never repeats the value.
 */
export const settings = {
  wholeNumber: (name: string, value: string, max: number) =>
    `${name} é "${value}". Escreva um número inteiro de 0 a ${max}.`,
  missingOnEdge: (name: string) =>
    `${name} está vazio. Preencha-o entre os segredos das funções (secrets), no site do Supabase.`,
  shortTickToken: (minLength: number) =>
    `TICK_TOKEN está vazio ou é curto demais. Escreva ${minLength} caracteres ou mais entre os segredos das funções.`,
  siteUrl: (value: string) =>
    `SITE_URL é "${value}". Escreva o endereço da página, como https://example.com.`,
  functionUrl: (value: string) =>
    `FUNCTION_URL é "${value}". Escreva o endereço do servidor, como https://example.com.`,
  allowedOrigin: (value: string) =>
    `ALLOWED_ORIGINS contém "${value}". Escreva endereços como https://example.com, separados por vírgulas.`,
  shortMetricsToken: (minLength: number) =>
    `METRICS_TOKEN é curto demais. Escreva ${minLength} caracteres ou mais, ou deixe vazio.`,
  dataDir: (value: string) =>
    `DATA_DIR é "${value}", mas ~ só vale no terminal. Escreva o caminho inteiro da pasta, como /home/ana/dados.`,
  databaseUrl:
    "DATABASE_URL não é um endereço de Postgres. Escreva um como postgres://usuario:senha@servidor/banco, ou deixe vazio para usar SQLite.",
  retentionDays: (value: string, { min, max }: { min: number; max: number }) =>
    `RETENTION_DAYS é "${value}". Escreva um número inteiro de dias, de ${min} a ${max}, ou deixe vazio para guardar os leads sem prazo.`,
  activeCampaignUrl: (value: string) =>
    `ACTIVECAMPAIGN_URL é "${value}". Escreva o endereço https que está ${activeCampaignPlace}.`,
  activeCampaignToken: `ACTIVECAMPAIGN_TOKEN tem um caractere que nenhuma chave tem, talvez o "…" de uma cópia cortada. Copie de novo a chave inteira, que está ${activeCampaignPlace}.`,
  missingOfTwo: (missing: "ACTIVECAMPAIGN_URL" | "ACTIVECAMPAIGN_TOKEN") =>
    `${missing} está vazio. Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN, ou deixe os dois vazios.`,
  activeCampaignList: (value: string) =>
    `ACTIVECAMPAIGN_LIST é "${value}". Escreva o número da lista, que aparece no endereço dela no ActiveCampaign.`,
  emailDomain:
    "EMAIL_DOMAIN não é um domínio. Escreva só o que vem depois do @ no e-mail do remetente, como example.com.",
  secretAddress: (name: string) =>
    `${name} não é um endereço que começa com https://. Copie de novo o endereço inteiro do serviço, ou deixe vazio.`,
  telegramChat: (name: string) =>
    `${name} é um endereço do Telegram sem chat_id. Acrescente ao fim ?chat_id= e o número da conversa.`,
};

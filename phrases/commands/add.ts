/** `npm run leads -- add`. */
export const add = {
  usage: "[--yes]",
  summary: "inscreve uma pessoa que não consegue se inscrever sozinha",
  details: [
    "Pergunta o nome, o e-mail e o WhatsApp, ou lê essas três linhas da entrada padrão: assim nenhum dado pessoal fica no",
    "histórico do terminal nem na lista de processos. As regras são as da página. Só inscreva quem pediu: fica guardado que",
    "foi o operador que inscreveu. Se a pessoa já está inscrita, os dados são atualizados, como numa segunda inscrição.",
  ],
  yes: "confirma que a pessoa pediu para ser inscrita, sem perguntar",
  fields: { name: "Nome completo", email: "E-mail", whatsapp: "WhatsApp (com DDD)" },
  question: (label: string) => `${label}: `,
  problem: (label: string, message: string) => `${label}: ${message}`,
  confirm: (person: string) => `${person}\nEsta pessoa pediu para ser inscrita?`,
  known: "Já está inscrita: os dados serão atualizados.",
  erased: (time: string) => `Foi apagada em ${time}: só inscreva se ela pediu depois disso.`,
  nothing: "Nada foi guardado.",
  stored: (email: string) =>
    `${email} foi inscrito e será enviado ao ActiveCampaign como os outros leads.`,
  updated: (email: string) =>
    `${email} foi atualizado e será enviado ao ActiveCampaign como os outros leads.`,
  phoneNotRead:
    "O telefone não foi reconhecido: fica guardado como foi escrito, mas não será enviado ao ActiveCampaign.",
};

/** `npm run leads -- find`. */
export const find = {
  usage: "[<e-mail> | <telefone> | <parte do nome>]",
  summary: "mostra uma pessoa: o lead, a entrega e as inscrições",
  details: [
    "Procura por e-mail, por telefone ou por parte do nome. Maiúsculas e acentos não fazem diferença; o telefone pode ser",
    "escrito de qualquer jeito, também só com os últimos 8 dígitos. Se encontra várias pessoas, mostra uma lista.",
    "Para ver tudo o que está guardado sobre a pessoa, use access.",
    "O comando pergunta o que procurar, ou o lê da entrada padrão (também com -). Também o aceita depois do comando, mas",
    "então ele fica visível na lista de processos e no histórico do terminal.",
  ],
  question: "E-mail, telefone ou parte do nome: ",
  missing:
    "Falta o que procurar. Escreva um e-mail, um telefone ou parte do nome quando o comando perguntar, ou mande-o pela entrada padrão.",
  phoneTooShort: (text: string, digits: number) =>
    `"${text}" é curto para um telefone. Escreva pelo menos os últimos ${digits} dígitos.`,
  nameTooShort: (text: string) =>
    `"${text}" é curto demais. Escreva pelo menos duas letras do nome.`,
  noPhone: (text: string) =>
    `Nenhuma pessoa tem o telefone ${text}. Procure também pelo nome ou pelo e-mail.`,
  noName: (text: string) =>
    `Nenhuma pessoa tem "${text}" no nome. Escreva uma parte menor, ou procure pelo telefone ou pelo e-mail.`,
  several: (count: string) =>
    `Pessoas encontradas: ${count}. Para ver uma delas, procure pelo e-mail.`,
  severalShown: (count: string, shown: string) =>
    `Pessoas encontradas: ${count}. Estas são as primeiras ${shown}. Escreva mais do nome, ou procure pelo e-mail.`,
  phoneNotRead: "não foi reconhecido",
  firstSignUp: "1ª inscrição",
  lastSignUp: "última inscrição",
  consented: "autorizou em",
  nextClass: "próxima aula",
  wantsNext: "quer saber",
  noDelivery: "nenhuma",
  delivery: (state: string, tries: string) => `${state}, tentativas: ${tries}`,
  contact: (id: string) => `contato ${id}`,
  lastOutcome: (outcome: string) => `último resultado: ${outcome}`,
  nextTry: "próxima tentativa",
  next: "agora",
  willConfirm: "o ActiveCampaign vai dizer se a importação chegou",
  fixAndRetry: "resolva a causa e rode: npm run leads -- retry -",
  signUps: "inscrições",
  held: (count: string) => `retidas: ${count}`,
};

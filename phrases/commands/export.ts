import { commandLine } from "#phrases/command-line.ts";

/** `npm run leads -- export`. */
export const exportLeads = {
  summary: "escreve todos os leads como CSV, num arquivo ou na saída padrão",
  details: [
    "Num arquivo: npm run leads -- export exports/leads.csv   (a pasta precisa existir; só o seu usuário lê o arquivo)",
    "Para o Excel: npm run leads -- export exports/leads.csv --excel",
    "",
    "Sem --excel: UTF-8, vírgulas, nomes de colunas em inglês e em ordem fixa, horários como 2026-11-11T20:00:05.000-03:00.",
    "Com --excel: ponto e vírgula, colunas em português, horários como 11/11/2026 20:00:05, no fuso que o título diz.",
    "",
    "Formulário e frase são os da última inscrição. O nome vai dividido como no ActiveCampaign. O consentimento é a frase da",
    "caixa que a pessoa marcou por último. De quem foi pela importação, não se sabe se tinha se descadastrado.",
    "Uma célula que a planilha calcularia ou mudaria começa com ' (um nome =1+1 fica '=1+1). Tire o ' onde precisar do",
    "texto como a pessoa digitou.",
  ],
  options: { excel: "para abrir no Excel em português com dois cliques" },
  progress: "Leads escritos",
  written: (leads: string, file: string) =>
    `Leads escritos em ${file}: ${leads}. Só o seu usuário pode ler o arquivo. Ele tem dados pessoais: apague-o quando não precisar mais.\n`,
  needsName: "Falta o nome do arquivo. Por exemplo: exports/leads.csv",
  noFolder: commandLine.noFolder,
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e leads são dados pessoais. Escolha outra pasta, como exports/.`,
  noFile: (file: string) => `${file} existe e não é um arquivo. Escolha outro nome.`,
  exists: (file: string) => `${file} já existe. Escolha outro nome.`,
  otherExport: (part: string) =>
    `outra exportação para o mesmo nome tirou ${part} desta. Espere que ela termine, ou escolha outro nome.`,
  notIgnored: (file: string) =>
    `Cuidado: ${file} está dentro de um repositório git que não o ignora. Não faça commit dele, ou use a pasta exports/.`,
};

/** The titles of the columns for Excel. */
export const excelColumns = {
  fullName: "Nome completo",
  firstName: "Nome",
  lastName: "Sobrenome",
  email: "E-mail",
  phone: "WhatsApp",
  typedPhone: "WhatsApp como foi digitado",
  createdAt: (timeZone: string) => `Primeira inscrição (horário de ${timeZone})`,
  updatedAt: (timeZone: string) => `Última inscrição (horário de ${timeZone})`,
  surface: "Formulário",
  wording: "Frase mostrada",
  consent: "Consentimento",
  consentedAt: (timeZone: string) => `Consentimento em (horário de ${timeZone})`,
  delivery: "Entrega",
  hadUnsubscribed: "Tinha se descadastrado",
  wantsNext: "Quer saber da próxima aula",
  yes: "sim",
  firstVisit: (name: string) => `${name} (primeira visita)`,
  lastVisit: (name: string) => `${name} (última visita)`,
};

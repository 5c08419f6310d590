import { commandLine } from "#phrases/command-line.ts";

/** `npm run leads -- panel`. */
export const panel = {
  summary: "mostra um link para entrar no painel da noite, /painel",
  details: [
    "O link vale uma vez, por 10 minutos. O aparelho que o abre vê o painel por 12 horas, sem senha. Quem abre o link pode",
    "também pausar as entregas, mudar o momento da aula e fechar um grupo; com --read-only, só olhar.",
    "O painel só tem somas: nenhum nome, e-mail ou telefone. Veja docs/operacao/painel.md.",
  ],
  options: {
    readOnly: "o link só deixa ver, para a equipe",
    list: "mostra os links que ainda valem e as sessões abertas",
    revoke: "encerra o link ou a sessão com este número, ou, com all, todos",
  },
  usage: "[--read-only | --list | --revoke <n>|all]",
  oneOption: "Escreva só uma opção: --read-only, --list ou --revoke.",
  noTls: (siteUrl: string) =>
    `SITE_URL é ${siteUrl}: sem HTTPS, o que abre o painel passaria aberto pela rede. Ponha o site em HTTPS, escreva em SITE_URL o endereço com https:// e reinicie o servidor.`,
  link: (until: string) =>
    `Abra este link no aparelho em que quer ver o painel. Ele vale uma vez, até ${until}:`,
  orScan: "Ou aponte para aqui a câmera do celular:",
  onlyHere: "Este link só abre nesta máquina, porque SITE_URL é um endereço dela.",
  rights: {
    write:
      "Quem abrir o link pode pausar as entregas, mudar o momento da aula e fechar grupos: não o mande a ninguém mais.",
    read: "Quem abrir o link só pode ver.",
  },
  afterwards: `Para ver e encerrar os acessos: ${commandLine.call} panel --list`,
  none: "Nenhum link vale agora, e nenhuma sessão está aberta.",
  listed: {
    link: ({ number, right, since, age, until }: Listed) =>
      `${number}: link ainda não usado, ${right}. Feito em ${since} (${age}), vale até ${until}.`,
    session: ({ number, right, since, age, until }: Listed) =>
      `${number}: sessão aberta, ${right}. Aberta em ${since} (${age}), acaba em ${until}.`,
  },
  right: { write: "pode mudar", read: "só para ver" },
  age: (minutes: number) =>
    minutes < 60 ? `há ${minutes} min` : `há ${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  toRevoke: `Para encerrar um deles: ${commandLine.call} panel --revoke <número>   Para encerrar todos: ${commandLine.call} panel --revoke all`,
  notANumber: (text: string) =>
    `"${text}" não é o número de um link ou de uma sessão. Escreva um número, ou all para todos.`,
  unknown: (number: string) =>
    `Nenhum link e nenhuma sessão tem o número ${number}. Para ver os números: ${commandLine.call} panel --list`,
  revoked: "Encerrado. O painel não abre mais ali.",
  revokedAll: "Todos os links e todas as sessões foram encerrados.",
};

type Listed = { number: number; right: string; since: string; age: string; until: string };

/** Sentences about a file of `content/` that is not written as it must be. Each says what to write. */
export const slips = {
  missingComma: (after: string) => `falta uma vírgula no fim da linha, depois de ${after}.`,
  semicolon: "há um ponto e vírgula no lugar de uma vírgula. Escreva uma vírgula.",
  missingColon: (name: string) =>
    `faltam os dois-pontos depois de "${name}". Escreva ${name}: antes do valor.`,
  missingValue: (name: string) =>
    `"${name}" está sem valor. Escreva o valor depois dos dois-pontos.`,
  missingItem: "há uma vírgula a mais na lista. Apague-a.",
  missingName: (shown: string) => `falta o nome, com dois-pontos, antes de ${shown}.`,
  missingNameOf: (name: string, shown: string) =>
    `falta o nome antes de ${shown}. Escreva ${name}: antes desse valor.`,
  twice: (name: string) => `"${name}" aparece duas vezes no mesmo grupo. Apague uma delas.`,
  openQuote: (what: string) =>
    `faltam as aspas no fim de ${what}. Feche o texto com " antes da vírgula.`,
  noFirstQuote: (what: string) => `faltam as aspas no começo de ${what}. Escreva " antes do texto.`,
  noQuotes: (what: string) => `faltam as aspas em volta de ${what}. Escreva o texto entre aspas.`,
  loneQuote:
    "estas aspas não têm texto. Um texto fica todo numa linha só: junte esta linha com a de cima.",
  signAfterText: (signs: string) =>
    `há “${signs}” a mais depois das aspas do fim. Deixe só uma vírgula.`,
  nameWithHyphen: (name: string) =>
    `o nome ${name} tem hífen e precisa de aspas. Escreva "${name}":`,
  innerQuotes: (inner: string) => `há aspas retas dentro do texto. Use as curvas: “${inner}”.`,
  curlyQuotes: (what: string) =>
    `${what} está entre aspas curvas. As aspas em volta do texto são retas: "assim".`,
  curlyEnd: (what: string) =>
    `${what} termina com aspas curvas. Feche o texto com uma aspa reta: ".`,
  code: "este texto tem um cifrão antes de uma chave, o que não funciona aqui. Escreva só o nome entre chaves.",
  decimalComma: (number: string) =>
    `há uma vírgula dentro de um número. Escreva ${number}, com ponto.`,
  thousands: (written: string) =>
    `o número ${written} tem ponto de milhar. Escreva ${written.replaceAll(".", "")}, sem ponto.`,
  leadingZero: (written: string) =>
    `o número ${written} começa com zero. Escreva ${written.replace(/^0+(?=\d)/, "")}.`,
  clockTime: (hour: string, minutes: number) =>
    `a hora e os minutos ficam em linhas separadas. Escreva hour: ${hour} e minute: ${minutes}.`,
  afterNumber: (written: string) => `há algo depois do número ${written}. Escreva só o número.`,
  missingOpener: (before: string) => `falta abrir a chave { antes de "${before}".`,
  missingListOpener: (name: string) => `falta abrir o colchete [ depois de ${name}:`,
  missingCloser: (sign: string, openedOn: number) =>
    `falta fechar com ${sign} o que foi aberto na linha ${openedOn}.`,
  extraCloser: (sign: string) =>
    `há um sinal ${sign} a mais. Apague-o ou desfaça a última alteração.`,
  strangeSign: (sign: string) => `há um sinal fora do lugar: ${sign}. Apague-o.`,
  notPlain:
    "aqui só pode haver textos entre aspas, números, true, false, listas e grupos. Desfaça a última alteração.",
  unreadable:
    "não foi possível entender esta linha. Confira as aspas e as vírgulas ou desfaça a última alteração.",
  missingExport: (name: string) =>
    `falta a linha que começa com "export const ${name}". Desfaça a última alteração.`,
  missingImport: (line: string) => `falta uma linha no começo do arquivo. Escreva: ${line}`,
  notUtf8:
    "o arquivo não está salvo em UTF-8, e os acentos se perderiam. No Bloco de Notas, escolha “Salvar como” e, em “Codificação”, “UTF-8”.",
  missingFile: "o arquivo não existe. Desfaça a última alteração.",
};

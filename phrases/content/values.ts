/** Sentences about values of `content/` that have the wrong kind, or names that are missing or too many. */
export const values = {
  needsText: 'deve ser um texto entre aspas, assim: "…".',
  noQuotes: (word: string) => `está sem aspas. Escreva "${word}".`,
  textNotNumber: (number: number) =>
    `é um número, mas deve ser um texto. Escreva "${number}", com aspas.`,
  needsNumber: "deve ser um número, sem aspas.",
  numberNotText: (number: string) =>
    `está entre aspas, mas deve ser um número. Escreva ${number}, sem aspas.`,
  needsFlag: "deve ser true (sim) ou false (não), sem aspas.",
  needsList: "deve ser uma lista entre colchetes, assim: [ … ].",
  needsGroup: "deve ser um grupo entre chaves, assim: { … }.",
  needsExactly: (value: string) => `deve ser ${value}. Desfaça a alteração.`,
  emptyList: "está sem itens. Escreva pelo menos um.",
  unknownReference: (word: string) => `usa ${word}, que não existe.`,
  missing: (name: string) => `falta "${name}". Escreva de novo a linha que começa com ${name}:`,
  unknown: (name: string) => `"${name}" não existe aqui. Apague essa linha.`,
  unknownAmong: (name: string, missing: string) =>
    `"${name}" não existe aqui. Escreva ${missing}: no lugar, ou apague essa linha.`,
  misspelt: (name: string, right: string) => `"${name}" não existe. Escreva ${right}:`,
  noSuchVideo: (name: string, right: string | undefined, all: string) =>
    right
      ? `é "${name}", que não está em "videos" de content/links.ts. Escreva "${right}".`
      : `é "${name}", que não está em "videos" de content/links.ts. Os nomes são ${all}.`,
  subject: (name: string) => `"${name}"`,
  item: (number: number, list: string) => `o item ${number} de "${list}"`,
  inFile: (file: string, sentence: string, line: number) => `${file}: ${sentence} (linha ${line})`,
};

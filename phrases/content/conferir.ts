/** What `npm run conferir` says besides the mistakes and what doctor says too. */
export const conferir = {
  mistakes: (count: number) =>
    count === 1 ? "Há 1 erro em content/:" : `Há ${count} erros em content/:`,
  correct: "Corrija cada linha e rode de novo: npm run conferir",
  noMistakes: "Nenhum erro em content/. Antes de publicar, veja:",
  publish: "Para publicar: npm start. Com systemd: npm run ready e depois black-ahsd-restart.",
  levels: { ok: "  certo: ", warn: "  veja:  ", fail: "  falta: ", todo: "         " },
  longHeadline: (length: number) =>
    `content/hero.ts: "headline" tem ${length} letras. Num celular pequeno, o botão fica fora da primeira tela.`,
  shortenHeadline: (max: number) => `Com até ${max} letras, ele aparece.`,
  fullButton: (place: string, length: number, max: number) =>
    `${place} tem ${length} letras. O botão aceita até ${max}.`,
  newWordings: (names: string) =>
    `content/messages.ts tem frases que ainda não estão entre as publicadas: ${names}.`,
  publishWordings:
    "Peça a quem programa que as inclua em content/shapes/wordings.ts e em tests/consent-wordings.test.ts.",
  strangeLetters: (place: string, letters: string) =>
    `${place} tem sinais que a fonte da página não desenha: ${letters}. O aparelho usa outra fonte para eles.`,
  unknownFiles: (names: string) => `Em content/ há arquivos que a página não usa: ${names}.`,
  removeFiles: "Apague-os, ou peça a quem programa que os inclua.",
  inLine: (file: string, line: number, name: string) =>
    `content/${file}: "${name}" (linha ${line})`,
};

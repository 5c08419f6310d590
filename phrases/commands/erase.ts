/** `npm run leads -- erase`. */
export const erase = {
  summary: "apaga uma pessoa daqui e põe na fila a remoção no ActiveCampaign",
  details: [
    "Apaga o lead, a entrega e todas as inscrições. Fica só um código calculado a partir do e-mail (hash com chave), com a",
    "hora, para que uma cópia restaurada não traga a pessoa de volta. Se ela se inscrever de novo, a nova inscrição fica.",
    "",
    "As cópias de segurança mais antigas ainda têm a pessoa: veja docs/operacao/copias.md.",
  ],
  again: "depois de pg_restore: apaga de novo quem foi apagado desde a cópia",
  emailOrAgain: "Escreva um e-mail ou --again, não os dois.",
  erasedAgain: (count: string) => `Pessoas apagadas de novo: ${count}`,
  question: (email: string, leads: string, signUps: string) =>
    `Apagar ${email} para sempre (leads: ${leads}, inscrições: ${signUps})?`,
  notFound: (email: string) => `Nenhuma pessoa tem o e-mail ${email}. Confira a grafia.`,
  erased: (email: string, leads: string, signUps: string) =>
    `${email} foi apagado daqui. Leads: ${leads}, inscrições: ${signUps}.`,
  queued: "A remoção no ActiveCampaign está na fila.",
  queuedUntilConfigured:
    "A remoção no ActiveCampaign está na fila. Ela espera, e guarda o e-mail, até o ActiveCampaign ser configurado.",
};

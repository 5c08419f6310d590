/** `npm run leads -- alert`. */
export const alert = {
  summary: "mostra os alarmes que ainda não acabaram, ou envia uma mensagem de teste (--test)",
  details: [
    "Sem opção, mostra os alarmes que ainda não acabaram, o que fazer, e para onde vão as mensagens.",
    "Com --test, envia uma mensagem de teste a cada endereço configurado e mostra o que ele respondeu.",
    "As mensagens se configuram em ALERT_URL, ALERT_EMAIL e HEARTBEAT_URL: veja docs/operacao/mensagens.md.",
  ],
  test: "envia uma mensagem de teste",
  noTroubles: "Tudo em ordem: nenhum alarme agora.",
  trouble: ({ since, sentence, command }: { since: string; sentence: string; command: string }) =>
    `Desde ${since}: ${sentence}\n  → ${command}`,
  ways: (names: readonly string[]) => `As mensagens vão para: ${names.join(", ")}.`,
  noWays: "Nenhuma mensagem sai deste servidor: ALERT_URL e ALERT_EMAIL estão vazios.",
  configure: "Preencha ALERT_URL no .env e rode de novo. Veja docs/operacao/mensagens.md.",
  accepted: (way: string, status: number) =>
    `${way}: aceitou a mensagem (status ${status}). Confira se ela chegou.`,
  heartbeatAccepted: (name: string, status: number) => `${name}: respondeu (status ${status}).`,
  refused: (way: string, reason: string) => `${way}: não aceitou (${reason}).`,
  correct: "Confira os endereços no .env, reinicie o servidor se os mudou, e rode de novo.",
};

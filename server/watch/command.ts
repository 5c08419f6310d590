import { type Command, done, failed, recordInStore } from "#server/command-line/command.ts";
import { type RequestOutcome, send } from "#server/send.ts";
import { requestOf, testMessage } from "./message.ts";

/** `npm run leads -- alert --test`. */
export const alert: Command = {
  usage: "--test",
  summary: "envia uma mensagem de teste",
  details: [
    "Com --test, envia uma mensagem de teste a cada endereço configurado e mostra o que ele respondeu.",
    "As mensagens se configuram em ALERT_URL e HEARTBEAT_URL: veja docs/operacao/mensagens.md.",
    "Os alarmes que ainda não acabaram estão em doctor.",
  ],
  operands: { min: 0, max: 0 },
  options: { test: { type: "boolean", about: "envia uma mensagem de teste" } },
  async run(context, { switches }) {
    if (!switches.has("test"))
      return failed(
        "Os alarmes que ainda não acabaram: npm run leads -- doctor",
        "Para enviar uma mensagem de teste: npm run leads -- alert --test",
      );
    const io = context.settings();
    const { config, clock, fetch, write } = io;
    const { url, heartbeatUrl } = config.alerts;
    if (url === undefined && heartbeatUrl === undefined)
      return failed(
        "Nenhuma mensagem sai deste servidor: ALERT_URL está vazio.",
        "Preencha ALERT_URL no .env e rode de novo. Veja docs/operacao/mensagens.md.",
      );
    const { signal: stopped } = new AbortController();
    const outcomes: RequestOutcome[] = [];
    // Only hosts are printed: the rest of an address is a secret.
    if (url !== undefined) {
      const message = requestOf(url, testMessage(config.siteUrl, clock()));
      const outcome = await send({ fetch, ...message, stopped });
      outcomes.push(outcome);
      const accepted = "aceitou a mensagem";
      await write(
        lineOf(new URL(url).hostname, outcome, { accepted, todo: " Confira se ela chegou." }),
      );
    }
    if (heartbeatUrl !== undefined) {
      const request = { method: "GET" };
      const outcome = await send({ fetch, url: heartbeatUrl, request, stopped });
      outcomes.push(outcome);
      const name = `HEARTBEAT_URL (${new URL(heartbeatUrl).hostname})`;
      await write(lineOf(name, outcome, { accepted: "respondeu", todo: "" }));
    }
    if (!outcomes.every(({ kind }) => kind === "accepted"))
      return failed(
        "Confira os endereços no .env, reinicie o servidor se os mudou, e rode de novo.",
      );
    await recordInStore(io, "alert test");
    return done;
  },
};

function lineOf(
  name: string,
  outcome: RequestOutcome,
  { accepted, todo }: { accepted: string; todo: string },
): string {
  switch (outcome.kind) {
    case "accepted":
      return `${name}: ${accepted} (status ${outcome.status}).${todo}\n`;
    case "failed":
      return `${name}: não aceitou (${outcome.reason}).\n`;
    case "interrupted":
      return `${name}: não aceitou (${outcome.kind}).\n`;
  }
}

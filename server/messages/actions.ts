import { action, refused, type World } from "#server/actions/action.ts";
import { send } from "#server/send.ts";
import { requestOf, testMessage } from "./message.ts";

export const sendTest = action({
  words: "test-message",
  title: "Enviar uma mensagem de teste",
  button: "Enviar um teste",
  sentence:
    "O servidor chama os endereços de ALERT_URL e HEARTBEAT_URL. Veja se a mensagem chegou ao celular.",
  done: "Mensagem de teste enviada",
  fields: {},
  async before(world) {
    const addresses = addressesOf(world);
    if (addresses.length === 0)
      return refused(
        "Nenhuma mensagem sai deste servidor: ALERT_URL e HEARTBEAT_URL estão vazios no .env. Veja docs/operacao/mensagens.md.",
      );
    const failures: string[] = [];
    for (const { name, url, request } of addresses) {
      const outcome = await send({ fetch: world.fetch, url, request });
      if (outcome.kind === "accepted") continue;
      const reason = outcome.kind === "failed" ? outcome.reason : outcome.kind;
      // Only the host is shown, because the rest of an address is a secret.
      failures.push(`${name} (${new URL(url).hostname}) não aceitou: ${reason}.`);
    }
    return failures.length === 0
      ? undefined
      : refused(
          `${failures.join(" ")} Confira no .env, reinicie o servidor se mudou algo, e tente de novo.`,
        );
  },
  // A test changes nothing. The facts show the time at which the test was recorded.
  change: async () => undefined,
});

function addressesOf({ config, now }: World) {
  const { url, heartbeatUrl } = config.alerts;
  return [
    ...(url === undefined
      ? []
      : [{ name: "ALERT_URL", ...requestOf(url, testMessage(config.siteUrl, now)) }]),
    ...(heartbeatUrl === undefined
      ? []
      : [{ name: "HEARTBEAT_URL", url: heartbeatUrl, request: { method: "GET" } }]),
  ];
}

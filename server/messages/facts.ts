import { dayMs } from "#event/time-zone.ts";
import { answer } from "#server/actions/action.ts";
import { dueByEvening, type Fact, fine, type Look, type Subject } from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import { newestOf } from "#server/store/action-log.ts";
import { sendTest } from "./actions.ts";

export const messages: Subject = {
  title: "Mensagens",
  facts: async (look) => [await whereTheyGo(look)],
  actions: [sendTest],
};

const recentMs = 7 * dayMs;

/**
 * Where messages about alarms are sent. Without an address, only the panel and the log show an alarm. Of an address
 * only the host is shown.
 */
async function whereTheyGo({ config, database, now }: Look): Promise<Fact> {
  const name = "Mensagens";
  const { url } = config.alerts;
  if (url === undefined)
    return dueByEvening(
      name,
      "Quando algo der errado, ninguém recebe uma mensagem: ALERT_URL está vazio.",
      "Escreva em ALERT_URL, no .env, para onde vão os alarmes e reinicie o servidor. Veja docs/operacao/mensagens.md.",
    );
  const { hostname } = new URL(url);
  const newest = await newestOf(database, sendTest.words);
  const answers = [answer(sendTest)];
  return newest !== undefined && newest.at > now - recentMs
    ? fine(
        name,
        `Os alarmes vão para ${hostname}. O último teste foi em ${formatTime(newest.at)}.`,
        { answers },
      )
    : dueByEvening(
        name,
        `Os alarmes vão para ${hostname}, mas nos últimos sete dias não houve um teste.`,
        "Envie uma mensagem de teste, e veja se ela chegou ao celular.",
        { answers },
      );
}

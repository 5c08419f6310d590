import { dayMs } from "#event/time-zone.ts";
import { formatTime } from "#server/command-line/text.ts";
import { dueByEvening, fine, type Subject } from "#server/facts/fact.ts";
import { newestOf } from "#server/store/action-log.ts";

const recentMs = 7 * dayMs;

/** Without an address a person must look at the panel or the log to learn of an alarm. Only the host is told. */
export const messages: Subject = {
  title: "Mensagens",
  async facts({ config, database, now }) {
    const name = "Mensagens";
    const { url } = config.alerts;
    if (url === undefined)
      return [
        dueByEvening(
          name,
          "Quando algo der errado, ninguém recebe uma mensagem: ALERT_URL está vazio.",
          "Escreva em ALERT_URL, no .env, para onde vão os alarmes e reinicie o servidor. Veja docs/operacao/mensagens.md.",
        ),
      ];
    const { hostname } = new URL(url);
    const newest = await newestOf(database, "alert test");
    return [
      newest !== undefined && newest.at > now - recentMs
        ? fine(
            name,
            `Os alarmes vão para ${hostname}. O último teste foi em ${formatTime(newest.at)}.`,
          )
        : dueByEvening(
            name,
            `Os alarmes vão para ${hostname}, mas nos últimos sete dias não houve um teste.`,
            "npm run leads -- alert --test, e veja se ela chegou ao celular.",
          ),
    ];
  },
};

import { describeReason } from "#phrases/delivery-states.ts";
import { createField, fields } from "#server/active-campaign/fields.ts";
import { findFields } from "#server/active-campaign/lookups.ts";
import { connectOperatorClient } from "#server/active-campaign/paced-client.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import { type Command, done, failed, noAccount } from "#server/command-line/command.ts";
import { recordAction } from "#server/store/action-log.ts";

/** The only command that changes how the account at ActiveCampaign is set up. */
export const accountFields: Command = {
  usage: "[--create [--yes]]",
  summary: "mostra os campos do ActiveCampaign que o servidor preenche",
  details: [
    "Um campo que falta não atrasa nenhum lead. Um campo novo é preenchido em até dez minutos, nos leads entregues daí em",
    "diante; nos outros, com retry since.",
  ],
  options: {
    create: { type: "boolean", about: "cria os que faltam" },
    ...yesOption,
  },
  async run(context, input) {
    const io = await context.open();
    const { activeCampaign } = io.config;
    if (activeCampaign === undefined) return noAccount;
    const client = connectOperatorClient(io, activeCampaign);
    const found = await findFields(client.read);
    if (found.kind !== "done")
      return failed(
        `O ActiveCampaign não disse que campos há (${describeReason(found.reason)}). Rode doctor.`,
      );
    const missing = fields.filter(({ perstag }) => !found.body.has(perstag));
    for (const field of fields)
      await io.write(`${missing.includes(field) ? "falta " : "existe"}  ${field.perstag}\n`);
    if (missing.length === 0) return done;
    if (!input.switches.has("create"))
      return failed("Para criar os que faltam: npm run leads -- fields --create");
    const agreed = await confirm(io, input, "Criar no ActiveCampaign os campos que faltam?");
    if (agreed !== "agreed") return agreed;
    for (const field of missing) {
      const made = await createField(client, field);
      if (made.kind !== "done")
        return failed(
          `${field.perstag} não foi criado, ou não aparece nas listas (${describeReason(made.reason)}). Rode de novo.`,
        );
    }
    const at = io.clock();
    await recordAction(io.database, { at, action: "fields" });
    await io.write("A conta tem agora todos os campos.\n");
    return done;
  },
};

import { describeReason } from "#phrases/delivery-states.ts";
import { createField, fields } from "#server/active-campaign/fields.ts";
import { findFields } from "#server/active-campaign/lookups.ts";
import { connectOperator } from "#server/active-campaign/paced-client.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import { type Command, done, failed } from "#server/command-line/command.ts";

const perstagWidth = Math.max(...fields.map(({ perstag }) => perstag.length)) + 2;

/** The only command that changes how the account at ActiveCampaign is set up. */
export const accountFields: Command = {
  usage: "[--create [--yes]]",
  summary:
    "mostra os campos do ActiveCampaign que o servidor preenche; --create cria os que faltam",
  details: [
    "São a origem da primeira e da última visita (UTM), a hora e a frase da última inscrição, e o código da pessoa nos",
    "links. Um campo que falta não atrasa nenhum lead: só fica sem valor. Um campo criado é preenchido em até dez minutos,",
    "nos leads entregues daí em diante; para os outros: retry --since",
  ],
  operands: { min: 0, max: 0 },
  options: {
    create: { type: "boolean", about: "cria no ActiveCampaign os campos que faltam" },
    ...yesOption,
  },
  async run(context, input) {
    const io = context.settings();
    const { activeCampaign } = io.config;
    if (activeCampaign === undefined)
      return failed(
        "O ActiveCampaign não está configurado. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env.",
      );
    const client = connectOperator(io, activeCampaign);
    const found = await findFields(client.read);
    if (found.kind !== "done")
      return failed(
        `O ActiveCampaign não disse que campos a conta tem (${describeReason(found.reason)}).`,
        "Para achar a causa: npm run leads -- doctor",
      );
    const missing = fields.filter(({ perstag }) => !found.body.has(perstag));
    for (const field of fields) {
      const state = missing.includes(field) ? "falta " : "existe";
      await io.write(`${field.perstag.padEnd(perstagWidth)}${state}  ${field.title}\n`);
    }
    if (missing.length === 0) return done;
    if (!input.switches.has("create"))
      return failed("Para criar os que faltam: npm run leads -- fields --create");
    const question = `Criar no ActiveCampaign os campos que faltam (${missing.length})?`;
    const agreed = await confirm(io, input, question);
    if (agreed !== "agreed") return agreed;
    for (const field of missing) {
      const made = await createField(client, field);
      if (made.kind !== "done")
        return failed(
          `${field.perstag} não foi criado, ou não aparece nas listas (${describeReason(made.reason)}).`,
          "Rode de novo: o que já existe não é criado outra vez. Se um campo não aparece nas listas, mostre-o no ActiveCampaign.",
        );
    }
    await io.write("A conta tem agora todos os campos.\n");
    return done;
  },
};

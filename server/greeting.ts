import type { Links } from "#content/shapes/links.ts";
import { type EventPlan, editionAt, type Override } from "#event/edition.ts";
import { choiceAt, phaseAt } from "#event/phase.ts";
import { names } from "#phrases/names.ts";
import { describeStore } from "#server/store/open-store.ts";
import type { Config } from "./config.ts";
import { formatDay } from "./format.ts";
import { samplesIn } from "./placeholders.ts";

/**
 * What `greeting` must know at the start: the time, the operator's choices about the event, and a link to the panel.
 */
type Present = { now: number; override: Override | undefined; panelLink: string | undefined };

/**
 * The lines that the operator sees when the server has started. Programs read the address, so its line has nothing
 * after it.
 */
export function greeting(
  config: Config,
  port: number,
  { links, event }: { links: Links & { live?: string }; event: EventPlan },
  { now, override, panelLink }: Present,
): string[] {
  const day = formatDay(editionAt(event, now, override).start);
  const phase = names.phases[phaseAt(event, now, override)];
  const byHand = choiceAt(event, now, override) === undefined ? "" : " (escolhido à mão)";
  const { activeCampaign } = config;
  const samples = samplesIn(links);
  return [
    `Black AHSD está em ${addressOf(config.host, port)}`,
    `Os leads ficam guardados em: ${describeStore(config.store)}`,
    `A aula: ${day}. Agora: ${phase}${byHand}`,
    activeCampaign === undefined
      ? "O ActiveCampaign não está configurado: os leads só ficam guardados (para enviá-los, preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env)"
      : `Os leads são enviados ao ActiveCampaign em ${new URL(activeCampaign.url).origin}`,
    samples.length === 0
      ? "content/links.ts e room.ts não têm mais valores de exemplo"
      : `Ainda são valores de exemplo em content/links.ts ou room.ts: ${samples.join(", ")}`,
    ...(panelLink === undefined
      ? []
      : [
          `Nenhum aparelho está no painel. Este link entra nele, uma vez, por 10 minutos: ${panelLink}`,
        ]),
  ];
}

/** A URL that a browser on this machine can open. */
function addressOf(host: string, port: number): string {
  const everywhere = ["0.0.0.0", "::"].includes(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${everywhere ? "localhost" : name}:${port}`;
}

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { live } from "#content/room.ts";
import type { Launch } from "#content/shapes/launch.ts";
import type { Links } from "#content/shapes/links.ts";
import { publish } from "#phrases/command-line.ts";
import { type Config, isOnThisMachine } from "#server/config.ts";
import {
  dueByEvening,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import { samplesIn } from "#server/placeholders.ts";

export const page: Subject = {
  title: "Página",
  facts: (look) => [...proxies(look), ...contentFacts({ launch, links: { live, ...links } })],
  asked: async ({ folders, config }) => [
    ...address(config),
    ownPictures(folders.pictures),
    await published(folders.site),
  ],
};

/**
 * This server has no https of its own: if the site's address begins with https, a proxy must be in front of the server.
 */
export function address({
  siteUrl,
  trustedProxies,
}: Pick<Config, "siteUrl" | "trustedProxies">): Fact[] {
  const name = "Endereço";
  const { protocol } = new URL(siteUrl);
  if (isOnThisMachine(siteUrl))
    return [
      trouble(
        name,
        `${siteUrl} só abre nesta máquina.`,
        "Escreva em SITE_URL o endereço público da página e reinicie o servidor.",
      ),
    ];
  if (protocol !== "https:")
    return [
      notice(
        name,
        `${siteUrl} não usa https.`,
        "Ponha na frente do servidor um proxy com certificado.",
      ),
    ];
  if (trustedProxies > 0) return [fine(name, siteUrl)];
  return [
    fine(name, siteUrl),
    trouble(
      "Proxies",
      "TRUSTED_PROXIES é 0, mas um endereço https tem um proxy na frente do servidor: assim todos os visitantes contam como um só e dividem os limites de inscrições de um endereço.",
      "Escreva em TRUSTED_PROXIES, no .env, quantos proxies há na frente do servidor e reinicie o servidor.",
    ),
  ];
}

/**
 * Reports a TRUSTED_PROXIES that is too low, as visits show. Before the first visit, `doctor` can only compare the
 * settings.
 */
function proxies({ config, neededProxies }: Pick<Look, "config" | "neededProxies">): Fact[] {
  if (neededProxies === undefined) return [];
  const { trustedProxies } = config;
  return [
    trouble(
      "Proxies",
      `TRUSTED_PROXIES é ${trustedProxies}, mas as visitas passam por mais proxies: assim todos os visitantes contam como um só e dividem os limites de inscrições de um endereço.`,
      `Escreva TRUSTED_PROXIES=${neededProxies} e reinicie o servidor.`,
    ),
  ];
}

/**
 * Facts about content/: the owner's choices are named and never fail; samples must be replaced by the evening of the
 * class.
 */
export function contentFacts({ launch, links }: { launch: Launch; links: OwnLinks }): Fact[] {
  return [samples(links), pageForm(launch), ...offer(launch)];
}

type OwnLinks = Links & { live?: string };

function samples(links: OwnLinks): Fact {
  const names = samplesIn(links);
  return names.length === 0
    ? fine("Exemplos", "content/links.ts e room.ts não têm mais valores de exemplo.")
    : dueByEvening(
        "Exemplos",
        `Ainda são valores de exemplo em content/links.ts ou room.ts: ${names.join(", ")}.`,
        `Troque-os pelos verdadeiros e publique de novo: ${publish}`,
      );
}

/** The owner may choose a form in the page that only looks like a form, and stores nothing. */
function pageForm({ inPageFormSends }: Launch): Fact {
  const name = "Formulário da página";
  return inPageFormSends
    ? fine(name, "Guarda as inscrições, como o popup.")
    : notice(
        name,
        "Não guarda nada: só o popup guarda.",
        `Se deve guardar, escreva inPageFormSends: true em content/launch.ts e publique de novo: ${publish}`,
        { canWait: true },
      );
}

/** A page that makes two different promises is reported, because a buyer may insist on the better promise. */
function offer({ guaranteeDays, access }: Launch): Fact[] {
  const days = { page: `${guaranteeDays.page} dias`, summary: `${guaranteeDays.summary} dias` };
  const years = { page: inWords(access.page), summary: inWords(access.summary) };
  return [promise("garantia", days, "guaranteeDays"), promise("acesso", years, "access")];
}

function promise(
  what: string,
  { page, summary }: { page: string; summary: string },
  setting: string,
): Fact {
  return page === summary
    ? fine("Oferta", `A página promete ${what} de um jeito só: ${page}.`)
    : notice(
        "Oferta",
        `A página promete ${what}: ${page}; e, no resumo da oferta: ${summary}.`,
        `Escolha um só em content/launch.ts (${setting}) e tire o outro de content/terms.ts, ou deixe os dois de propósito.`,
        { canWait: true },
      );
}

function inWords(access: Launch["access"]["page"]): string {
  if (access === "lifetime") return "vitalício";
  return access === 1 ? "de 1 ano" : `de ${access} anos`;
}

export function ownPictures(folder: string): Fact {
  const name = "Imagens";
  return existsSync(folder)
    ? fine(
        name,
        `As suas estão em ${folder}. npm run pictures diz quais ainda são desenhos de exemplo.`,
      )
    : notice(
        name,
        `Não há a pasta ${folder}: todas são desenhos de exemplo.`,
        "Ponha as suas imagens como diz content/README.md e rode: npm run pictures",
        { canWait: true },
      );
}

/** Whether the site was built, and when. */
export async function published(site: string): Promise<Fact> {
  const name = "Página publicada";
  const file = join(site, "index.html");
  const built = await stat(file).catch(() => undefined);
  return built === undefined
    ? trouble(name, `Não há nenhuma em ${site}.`, `Publique: ${publish}`)
    : fine(name, `Foi gerada em ${formatTime(built.mtimeMs)}.`);
}

import type { Launch } from "#content/shapes/launch.ts";
import type { Links } from "#content/shapes/links.ts";

/**
 * A copy of the numbers and links in the delivered `content/`, for tests of the code that uses such values. The owner
 * may change `content/`, and these tests must not depend on the changes.
 */
export const frozenLaunch: Launch = {
  event: {
    month: 11,
    day: 11,
    hour: 20,
    minute: 0,
    timeZone: "America/Sao_Paulo",
    year: "next",
    durationMinutes: 120,
    doorsMinutes: 15,
    daysAfter: 7,
    replay: "none",
  },
  currency: "R$",
  guaranteeDays: { page: 7, summary: 15 },
  access: { page: "lifetime", summary: 5 },
  voucher: { pay: "R$ 50", redeem: "R$ 300" },
  bonusLimit: 100,
  audience: "300 mil",
  popupDelaySeconds: 5,
  floatingCtaScrollPx: 300,
  inPageFormSends: false,
};

export const frozenLinks: Links = {
  publicKey: "black-ahsd-public-key",
  checkout: "https://exemplo.com.br/voucher",
  group: "https://exemplo.com.br/grupo",
  supportPhone: "5500000000000",
  supportChat: "https://wa.me/{phone}?text=",
  videoPage: "https://www.youtube.com/watch?v={video}",
  videoPlayer: "https://www.youtube-nocookie.com/embed/{video}?autoplay=1&rel=0",
  supportEmail: "contato@exemplo.com.br",
  company: { name: "Empresa de exemplo", cnpj: "00.000.000/0000-00" },
  videos: { one: "exemplo0001", two: "exemplo0002" },
};

/** Links without any sample link. The group is a channel, because a channel is never full. */
export const realLinks: Links = {
  ...frozenLinks,
  checkout: "https://pay.example.com",
  group: "https://whatsapp.com/channel/0029VaExampleExample1",
  supportPhone: "5511987654321",
  supportEmail: "a@example.com",
  company: { name: "Real", cnpj: "11.222.333/0001-81" },
  videos: { one: "dQw4w9WgXcQ" },
};

import type { Links } from "./shapes/links.ts";

/**
 * Endereços, números e códigos. Um valor com a palavra "exemplo", ou um número de zeros, é um exemplo: troque-o pelo
 * verdadeiro antes de publicar. `npm run conferir` lista os que faltam.
 */
export const links: Links = {
  /** Vai com cada inscrição. Não é um segredo. Não mude. */
  publicKey: "black-ahsd-public-key",
  /** A página onde se paga o voucher. */
  checkout: "https://exemplo.com.br/voucher",
  /** O convite do grupo, enquanto você não põe grupos com `npm run leads -- groups add` (docs/operacao/grupos.md). */
  group: "https://exemplo.com.br/grupo",
  /** O WhatsApp do suporte, só números: 55, o DDD e o telefone. */
  supportPhone: "5500000000000",
  /** Não mude estes três endereços: a página completa o que falta neles. */
  supportChat: "https://wa.me/{phone}?text=",
  videoPage: "https://www.youtube.com/watch?v={video}",
  videoPlayer: "https://www.youtube-nocookie.com/embed/{video}?autoplay=1&rel=0",
  supportEmail: "contato@exemplo.com.br",
  company: { name: "Empresa de exemplo", cnpj: "00.000.000/0000-00" },
  /** O código de cada vídeo: os 11 sinais depois de `watch?v=` no endereço do vídeo. */
  videos: {
    caracteristicas: "exemplo0001",
    solidao: "exemplo0002",
    neurociencia: "exemplo0003",
    cerebro: "exemplo0004",
    "tdah-e-autismo": "exemplo0005",
    trauma: "exemplo0006",
    gratuita: "exemplo0007",
  },
};

import type { Links } from "./shape.ts";

/**
 * Addresses, ids and keys. A value with "exemplo" in it, or a number made of zeros, is a sample:
 * `npm start` lists it until the real value replaces it.
 */
export const links = {
  /** Part of the page, not a secret: the lead function requires it with every sign-up. */
  publicKey: "black-ahsd-public-key",
  /** The page where people pay for the voucher. */
  checkout: "https://exemplo.com.br/voucher",
  /** The invitation to the group. */
  group: "https://exemplo.com.br/grupo",
  /** With country and area code, digits only. */
  supportPhone: "5500000000000",
  /** Patterns for the addresses of the chat and of the videos. Do not change them. */
  supportChat: "https://wa.me/{phone}?text=",
  videoPage: "https://www.youtube.com/watch?v={video}",
  videoPlayer: "https://www.youtube-nocookie.com/embed/{video}?autoplay=1&rel=0",
  supportEmail: "contato@exemplo.com.br",
  company: { name: "Empresa de exemplo", cnpj: "00.000.000/0000-00" },
  /** The eleven characters after `watch?v=` in the video's address. */
  videos: {
    traits: "exemplo0001",
    loneliness: "exemplo0002",
    neuroscience: "exemplo0003",
    brain: "exemplo0004",
    adhdAndAutism: "exemplo0005",
    trauma: "exemplo0006",
    welcome: "exemplo0007",
  },
} as const satisfies Links;

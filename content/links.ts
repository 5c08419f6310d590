import type { Links } from "./shape.ts";

/**
 * URLs, e-mail addresses, numbers and keys. A value with "exemplo" in it, or a number made of zeros, is a sample: `npm
 * start` lists it until the real value replaces it.
 */
export const links = {
  /** The lead function requires this key with every sign-up. The key is part of the page, so it is not a secret. */
  publicKey: "black-ahsd-public-key",
  /** The page where people pay for the voucher. */
  checkout: "https://exemplo.com.br/voucher",
  /** The invitation to the group. */
  group: "https://exemplo.com.br/grupo",
  /** The phone number of the support chat with country code and area code, in digits only. */
  supportPhone: "5500000000000",
  /** Patterns for the URLs of the support chat and of the videos. Do not change these patterns. */
  supportChat: "https://wa.me/{phone}?text=",
  videoPage: "https://www.youtube.com/watch?v={video}",
  videoPlayer: "https://www.youtube-nocookie.com/embed/{video}?autoplay=1&rel=0",
  supportEmail: "contato@exemplo.com.br",
  company: { name: "Empresa de exemplo", cnpj: "00.000.000/0000-00" },
  /** The id of each video: the eleven characters after `watch?v=` in the video's URL. */
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

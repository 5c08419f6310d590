/**
 * Control characters, marks that turn the direction of text, and ends of lines: a terminal, a mail program or a reader
 * obeys them instead of showing them. Joiners are not among them, because emoji and some scripts need them.
 */
export const controlCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

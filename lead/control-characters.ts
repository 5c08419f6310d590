/**
 * Characters that a terminal or a mail program obeys instead of showing: control characters, marks that change the
 * direction of text, and ends of lines. Joiners are not among them, because emoji and some writing systems need them.
 */
export const controlCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

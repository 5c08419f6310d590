/**
 * Control characters, marks that turn the direction of text, and ends of lines: what a reader, a terminal or a mail
 * program obeys where it should show. Joiners stay, as emoji and some scripts are written with them.
 */
export const controlCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

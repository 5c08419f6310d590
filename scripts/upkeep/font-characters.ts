/** The letters of Portuguese, prices and quotations; a browser shows any other letter in a system font. */
export const fontCharacters = [
  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
  "\u00a0ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúüÑñªº°·«»–—‘’“”•…¡¿→←×−",
].join("");

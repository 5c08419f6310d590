// This file runs in the page, followed by a call of `tornWithStyles`: see `torn-words.ts`. It finds each visible word
// whose letters are on two lines; while a dialog is open, only words of the dialog. An address does not count as a
// word, because it may break after any letter.
globalThis.tornWithStyles = (styles) => {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  return styles.flatMap((style) => {
    sheet.replaceSync(style);
    return tornInPage().map((word) => `${word}, at ${innerWidth} px with ${style}`);
  });
};

function tornInPage() {
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const torn = [];
  while (walker.nextNode())
    if (walker.currentNode.parentElement.checkVisibility({ visibilityProperty: true }))
      torn.push(...tornWords(walker.currentNode));
  return torn;
}

function tornWords(text) {
  return [...text.data.matchAll(/\S+/g)]
    .filter(([token]) => !/@|:\/\/|\p{L}\.\p{L}/u.test(token))
    .flatMap(({ 0: token, index }) =>
      [...token.matchAll(/\p{L}+/gu)]
        .filter((word) => isTorn(text, index + word.index, word[0].length))
        .map(([word]) => word),
    );
}

function isTorn(text, start, length) {
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, start + length);
  const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
  return parts.some(({ top, bottom }) => top >= parts[0].bottom || bottom <= parts[0].top);
}

import fc from "fast-check";

/**
 * Texts of any characters, most often those with a meaning in links, markup and addresses. fast-check's own strings of
 * all characters (`unit: "binary"`) take a second to prepare.
 */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0x10_ffff).map((code) => String.fromCodePoint(code).toWellFormed()),
    fc.constantFrom(..."aZ1 é.:/@+-%<>{}\n\0\u2028\u202e\u2066🖤"),
  ),
});

/** Imports a file as Vite does: with `?raw` as its text, with `?inline` as a `data:` URL. */
module.exports = function fileAsText(bytes) {
  const text =
    this.resourceQuery === "?raw"
      ? bytes.toString()
      : `data:font/woff2;base64,${bytes.toString("base64")}`;
  return `export default ${JSON.stringify(text)}`;
};
module.exports.raw = true;

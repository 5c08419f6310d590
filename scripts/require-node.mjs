// @ts-check
// Imported before anything else: an older Node must end with this line, not with a syntax error.
const oldest = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isOldEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
if (!isOldEnough) {
  console.error(
    `This needs Node ${oldest.major}.${oldest.minor} or newer, and you run ${process.versions.node}. ` +
      "Install a newer one from https://nodejs.org and try again.",
  );
  process.exit(1);
}

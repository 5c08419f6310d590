// @ts-check
// Imported before anything else: another Node must end with this line, not with a syntax error or a crash.
import { isSupported, supportedNode } from "./supported-node.mjs";

if (!isSupported(process.versions.node)) {
  console.error(
    `This runs on ${supportedNode}; your Node is ${process.versions.node}. ` +
      "Install Node 24 from https://nodejs.org and try again.",
  );
  process.exit(1);
}

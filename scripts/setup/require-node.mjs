// @ts-check
// Import this before anything else: an unsupported Node must end with this message, not with a syntax error or a crash.
import { isSupported, supportedNode } from "./supported-node.mjs";

if (!isSupported(process.versions.node)) {
  console.error(
    `This runs on ${supportedNode}; your Node is ${process.versions.node}. ` +
      "Install Node 24 from https://nodejs.org and try again.",
  );
  process.exit(1);
}

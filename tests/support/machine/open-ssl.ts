import { spawnSync } from "node:child_process";

const isThere = spawnSync("openssl", ["version"]).status === 0;

/**
 * Whether a test leaves out what needs a certificate: only OpenSSL can make one, Node cannot. In CI a missing OpenSSL
 * makes the test fail.
 */
export const skipsCertificates = !isThere && !process.env["CI"];

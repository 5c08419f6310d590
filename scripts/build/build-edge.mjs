// @ts-check
import { copyFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { build, esmExternalRequirePlugin } from "vite";

/** The functions by their names on the platform, with their entries. */
const functions = {
  "add-contact-active-campaign": "server/edge/serve-add-contact.ts",
  "courier-tick": "server/edge/serve-tick.ts",
};

/**
 * Globals of Node that Deno 2.1 lacks, or has in another form: its own timers are numbers without `unref`, which pg and
 * we call.
 * @type {Record<string, [string, string]>}
 */
const globalsOfNode = {
  Buffer: ["node:buffer", "Buffer"],
  process: ["node:process", "default"],
  setTimeout: ["node:timers", "setTimeout"],
  clearTimeout: ["node:timers", "clearTimeout"],
  setInterval: ["node:timers", "setInterval"],
  clearInterval: ["node:timers", "clearInterval"],
  setImmediate: ["node:timers", "setImmediate"],
};

/**
 * Builds the folder from which the platform's own command publishes the functions.
 * @param {string} folder
 * @returns {Promise<Map<string, string[]>>} the files of which each function is made
 */
export async function buildEdge(folder) {
  const inputs = new Map();
  for (const [name, entry] of Object.entries(functions))
    inputs.set(name, await buildFunction(entry, `${folder}/functions/${name}`));
  await copyFile("deploy/supabase/config.toml", `${folder}/config.toml`);
  return inputs;
}

/**
 * Builds a function into one file, which imports nothing but modules of Node.
 * @param {string} entry
 * @param {string} outDir
 * @returns {Promise<string[]>}
 */
async function buildFunction(entry, outDir) {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true },
    plugins: [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { index: entry },
        transform: { define: { global: "globalThis" }, inject: globalsOfNode },
        output: { codeSplitting: false, paths: moduleName },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  return outputs.flatMap((one) => (one.type === "chunk" ? one.moduleIds : []));
}

/**
 * Gives each module of Node its full name, because Deno does not know `events` without `node:`.
 * @param {string} id
 */
function moduleName(id) {
  return builtinModules.includes(id) ? `node:${id}` : id;
}

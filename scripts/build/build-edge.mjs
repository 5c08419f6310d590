// @ts-check
import { copyFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { build, esmExternalRequirePlugin } from "vite";

/** The two functions of Supabase: the name of each there, and the file with which it starts. */
const functions = {
  "add-contact-active-campaign": "server/edge/serve-add-contact.ts",
  "courier-tick": "server/edge/serve-tick.ts",
};

/**
 * The functions run in Deno 2.1. It lacks some globals of Node, and its own timers are plain numbers, while pg and this
 * server call `unref` on a timer. So the build imports each of these globals, wherever it is used, from the module of Node
 * that has it: `[module, name in the module]`.
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
 * Builds the folder from which Supabase's own command publishes the functions.
 * @param {string} folder
 * @returns {Promise<Map<string, string[]>>} for each function the source files of which it is made
 */
export async function buildEdge(folder) {
  const inputs = new Map();
  for (const [name, entry] of Object.entries(functions))
    inputs.set(name, await buildFunction(entry, `${folder}/functions/${name}`));
  await copyFile("deploy/supabase/config.toml", `${folder}/config.toml`);
  return inputs;
}

/**
 * Builds a function into one file, which holds all packages too and imports nothing but modules of Node.
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
 * Packages import modules of Node also by their old names, like `events`. Deno knows only the full name, `node:events`.
 * @param {string} id
 */
function moduleName(id) {
  return builtinModules.includes(id) ? `node:${id}` : id;
}

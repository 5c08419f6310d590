// @ts-check
// Builds the functions for Supabase, with the present content, into build/supabase.
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { buildEdge } from "./build/build-edge.mjs";
import { phrases } from "./setup/phrases.mjs";
import { fail, readArguments } from "./setup/program.mjs";
import { runQuietly } from "./setup/run.mjs";

readArguments([]);
const checked = await runQuietly(process.execPath, ["scripts/publish/print-mistakes.mjs"]);
if (!checked.ok) fail(phrases.functionsNotBuilt, checked.output);
await buildEdge("build/supabase");
console.log(phrases.functionsBuilt);

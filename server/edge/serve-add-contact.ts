import { createConsoleLog } from "./console-log.ts";
import { createEdgeFunction } from "./lead-function.ts";

Deno.serve(createEdgeFunction(Deno.env.toObject(), createConsoleLog()));

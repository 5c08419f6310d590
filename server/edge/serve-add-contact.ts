import { createEdgeFunction } from "./lead-function.ts";
import { serveOnEdge } from "./platform.ts";

serveOnEdge(createEdgeFunction);

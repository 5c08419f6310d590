import { journeysIn } from "./in-engine.ts";

journeysIn("firefox");

import { journeysIn } from "./in-engine.ts";

journeysIn("chromium-109");

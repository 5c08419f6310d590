import { contractOf } from "./contract.ts";

contractOf("deno-2.1");

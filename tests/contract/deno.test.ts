import { contractOf } from "./contract.ts";

contractOf("deno");

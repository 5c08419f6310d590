import { contractOf } from "#tests/contract/contract.ts";

contractOf("deno");

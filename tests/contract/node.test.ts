import { contractOf } from "./contract.ts";

contractOf("node");

import "./calm.ts";

console.error(`404: this path does not exist: ${location.pathname}`);

/**
 * Where the browser keeps the choice of the calm mode. Constants only: they are inlined, where a shared function
 * would become a script that both wait for.
 */
export const calmKey = "calm-mode";
export const calmOn = "on";

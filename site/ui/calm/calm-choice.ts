/**
 * The key and value of the calm mode in `localStorage`. They are constants, because the build inlines constants into
 * both scripts that use them; a shared function would become a third script that both wait for.
 */
export const calmKey = "calm-mode";
export const calmOn = "on";

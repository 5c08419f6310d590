/**
 * The key and value of the calm mode in `localStorage`. The build inlines constants; a shared function would become a
 * third script that both scripts wait for.
 */
export const calmKey = "calm-mode";
export const calmOn = "on";

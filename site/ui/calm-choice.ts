/** Where the browser keeps the choice of the calm mode. */
export const calmKey = "calm-mode";
export const calmOn = "on";

/** In a file of its own, so that a script that needs this path does not contain the others. */
export const groupPath = "/grupo";

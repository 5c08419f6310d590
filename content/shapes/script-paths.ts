/** This path has a file of its own, so that a browser script that imports it does not contain all other paths. */
export const groupPath = "/grupo";

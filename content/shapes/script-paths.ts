/** In a file of their own, so that a script that needs only these two does not contain the other paths. */
export const groupPath = "/grupo";
export const receivedPath = "/inscricao-recebida";

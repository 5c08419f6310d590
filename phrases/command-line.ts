/** Texts that several commands print. */
export const commandLine = {
  call: "npm run leads --",
  argumentMissing: "O comando está incompleto.",
  noFolder: (folder: string) => `A pasta ${folder} não existe. Crie a pasta, ou escolha outra.`,
};

/** The commands that publish the page again. Under systemd there are two: the server itself may not build the page. */
export const publish = "npm start; com systemd: npm run ready e depois black-ahsd-restart";

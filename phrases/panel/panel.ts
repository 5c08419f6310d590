/** The panel `/painel`: its name, and what it says of itself. */
export const panel = {
  name: "Painel da Black AHSD",
  title: (title: string) => `${title} | Painel`,
};

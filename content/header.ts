import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const header = filled<Words<"header">>({
  name: "Black AHSD",
  skip: "Pular para o conteúdo",
  calm: "Modo calmo",
  calmNote: "Sem movimento, enfeites nem janelas.",
});

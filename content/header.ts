import { filled } from "./filled.ts";
import type { Header } from "./shape.ts";

export const header = filled({
  name: "Black AHSD",
  skip: "Pular para o conteúdo",
  calm: "Modo calmo",
} as const satisfies Header);

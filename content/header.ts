import type { Header } from "./shape.ts";

export const header = {
  name: "Black AHSD",
  skip: "Pular para o conteúdo",
  calm: "Modo calmo",
} as const satisfies Header;

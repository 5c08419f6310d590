import type { Words } from "./shapes/words.ts";

/**
 * A entrada da aula, enquanto você não escolhe outra sala (docs/operacao/sala.md). Divulgue /aovivo. O endereço fica num
 * arquivo próprio, que a página não lê: antes da hora ninguém o encontra no código dela.
 */
export const live: Words<"live"> = "https://exemplo.com.br/aula-ao-vivo";

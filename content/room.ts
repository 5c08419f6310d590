import type { Words } from "./shapes/words.ts";

/**
 * A entrada da aula, enquanto você não escolhe outra sala (docs/operacao/sala.md). Divulgue /aovivo. O endereço fica num
 * arquivo próprio: do nosso servidor, antes da hora ninguém o recebe. Em outra hospedagem, fica no código de /aovivo.
 */
export const live: Words<"live"> = "https://exemplo.com.br/aula-ao-vivo";

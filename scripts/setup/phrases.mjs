// @ts-check

/**
 * What the scripts tell the owner. These sentences are not in the room phrases/, because an old Node reads them too, and
 * cannot read TypeScript.
 */
export const phrases = {
  bringingNode: "Buscando o Node 24, porque o desta máquina é antigo (uma vez; até um minuto)…",
  nodeNotBrought:
    "Não foi possível buscar o Node 24 (veja acima o que o npm ci disse). Confira a conexão com a internet e o espaço no disco e tente de novo, ou instale o Node 24 de https://nodejs.org",
  /** @param {string} system */
  noNodeFor: (system) =>
    `O Node desta máquina é antigo, e não há um pronto para este sistema (${system}). Instale o Node 24 de https://nodejs.org e tente de novo.`,
  nodeDoesNotStart:
    "O Node 24 em build/node não começa (veja acima). Apague essa pasta e tente de novo.",
  done: "pronto",
  failed: "falhou",
  waiting: "Outro comando está instalando ou gerando a página: esperando que ele termine…",
  /** @param {string} folder @param {unknown} code */
  cannotWrite: (folder, code) =>
    `Não foi possível escrever em ${folder} (${code}). Rode o comando como o usuário dono desta pasta, num disco que aceite gravação.`,

  installing: "Instalando os pacotes (até 32 MB; de dez segundos a um minuto)",
  installingAll: "Instalando os pacotes, com ferramentas e testes (130 MB; leva até dois minutos)",
  notInstalled:
    "Não foi possível instalar os pacotes (veja acima o que o npm ci disse). Quase sempre é a conexão com a internet: confira e tente de novo.",
  /** @param {string} names */
  notSetUp: (names) =>
    `Não foi possível preparar ${names} (veja acima o que o npm rebuild disse). Tente de novo.`,
  building: "Gerando a página (alguns segundos)",
  changedWhileBuilt:
    "Os arquivos mudaram enquanto a página era gerada. Espere até que todos estejam salvos e rode o comando de novo.",
  ready: "Pronto: a página está publicada. Inicie o servidor (ou reinicie) para que ele a mostre.",
  notPublished:
    "NADA FOI PUBLICADO: a versão que já estava publicada continua. Corrija o que está escrito acima e rode de novo: npm run ready",
  notPublishedFirst:
    "NADA FOI PUBLICADO, e ainda não há nenhuma versão publicada. Corrija o que está escrito acima e tente de novo.",
  servingPublished:
    "ATENÇÃO: as suas mudanças NÃO foram publicadas. O servidor mostra a versão que já estava publicada. Corrija o que está escrito acima e rode: npm run ready",
  servingBefore:
    "ATENÇÃO: você retirou a versão que está nos arquivos, e nada mudou desde então. O servidor mostra a versão anterior. Para publicar de novo o que está nos arquivos: npm run ready",

  back: "A versão anterior está publicada de novo. Reinicie o servidor para que ele a mostre. A versão retirada só volta quando algum arquivo mudar, ou com: npm run ready",
  noVersionBefore:
    "Não há versão anterior para publicar: só a versão publicada está guardada. Ela continua.",
  alreadyWithdrawn:
    "A versão anterior já está publicada, e não há outra antes dela. Para publicar de novo o que está nos arquivos: npm run ready",
  nothingPublished:
    "Ainda não há nenhuma versão publicada. Para publicar a primeira: npm run ready",

  /** @param {string} given @param {readonly string[]} known */
  unknownArgument: (given, known) =>
    known.length === 0
      ? `Este comando não conhece ${given}: rode sem nada depois do nome.`
      : `Este comando não conhece ${given}. O que pode vir depois do nome: ${known.join(", ")}.`,
};

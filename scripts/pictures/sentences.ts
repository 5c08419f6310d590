/** What `npm run pictures`, the build and `npm run conferir` say about pictures. Each mistake says what to do. */
export const pictures = {
  madeFrom: (name: string, file: string) => `${name}: feita a partir de ${file}.`,
  madeFromSample: (name: string) => `${name}: feita a partir do desenho de exemplo.`,
  drawn: (name: string) => `${name}: desenhada com as palavras atuais.`,
  unchanged: (count: number) =>
    count === 1 ? "1 imagem não mudou." : `${count} imagens não mudaram.`,
  removed: (file: string) => `${file}: apagado, porque a página não usa mais esta imagem.`,
  keptVersions: (count: number) =>
    count === 1
      ? "1 arquivo das versões guardadas (build/versions/) foi apagado ou trocado também."
      : `${count} arquivos das versões guardadas (build/versions/) foram apagados ou trocados também.`,
  done: "Pronto. Para publicar, rode npm run ready e reinicie o servidor.",
  failed:
    "As imagens acima não foram feitas. Corrija o que cada linha diz e rode npm run pictures de novo.",

  samples: (names: string) =>
    `Ainda são desenhos de exemplo: ${names}. Ponha as suas imagens em content/pictures/ e rode npm run pictures.`,
  unnamed: (files: string) =>
    `public/pictures/ tem arquivos que a página não usa, e que não são publicados: ${files}. Para apagá-los, rode npm run pictures.`,
  changed: (name: string) =>
    `A imagem "${name}" ainda não foi feita, ou o arquivo dela mudou depois. Sem ela, nada é publicado. Rode npm run pictures.`,
  oldPreview: "A prévia do link (social.jpg) mostra palavras antigas. Rode npm run pictures.",
  missing: (file: string) => `A página usa ${file}, que não existe. Rode npm run pictures.`,

  heic: (file: string) =>
    `${file} é uma foto HEIC, que os navegadores não mostram. Abra-a num editor de imagens, salve como JPG e apague a foto HEIC.`,
  otherFormat: (file: string) =>
    `${file} não é uma imagem que este comando consiga ler. Salve-a como JPG, PNG, WebP ou AVIF.`,
  unknownName: (file: string, nearest: { name: string; ending: string } | undefined) =>
    nearest === undefined
      ? `${file} não é usado: a página não tem imagem com este nome. Se for um depoimento, escreva o nome na lista de content/testimonials.ts; se não, mude o nome do arquivo ou apague-o.`
      : `${file} não é usado: a página não tem imagem com este nome. Se a imagem é "${nearest.name}", mude o nome do arquivo para ${nearest.name}${nearest.ending}.`,
  noPicture: (name: string) =>
    `A página mostra "${name}", mas não há imagem com este nome em content/pictures.`,
  twoFiles: (name: string, files: string) =>
    `Há mais de um arquivo para "${name}": ${files}. Deixe só um.`,
  broken: (file: string) =>
    `${file} está com defeito ou não é uma imagem. Abra-o num editor de imagens, salve de novo como JPG ou PNG e troque o arquivo.`,
  tooSmall: (file: string, has: string, wants: string) =>
    `${file} tem ${has} pixels e ficaria sem nitidez. Use uma imagem de pelo menos ${wants}.`,
  ratherSmall: (file: string, has: string, wants: string) =>
    `${file} tem ${has} pixels: foi usada, mas perde nitidez nos celulares. Se puder, troque-a por uma de ${wants}.`,
  wrongShape: (file: string, has: string, lost: number, shape: string) =>
    `${file} tem ${has} pixels, e o corte tiraria ${lost}% da imagem. Recorte-a ou acrescente margem até chegar à proporção ${shape}.`,
};

import { commandLine } from "#phrases/command-line.ts";

/** `npm run leads -- backup`. */
export const backup = {
  usage: "<arquivo>  ou  backup --to <pasta ou endereço> [--every 1h] [--keep 48]",
  summary:
    "faz uma cópia de segurança do banco de dados, com o servidor no ar; com --to, de tempos em tempos",
  details: [
    "A cópia mostra os dados de um só momento. Ela é conferida, e só o seu usuário pode lê-la. Ela tem dados pessoais:",
    "guarde-a criptografada e longe desta máquina. Um caminho sem / no começo parte da pasta do projeto.",
    "Com --to, o comando fica rodando: copia já e depois a cada intervalo, confere cada cópia e só então remove as mais",
    "antigas. O endereço de um bucket é como s3+https://servidor/bucket/pasta; a chave dele fica no .env.",
  ],
  options: {
    to: "a pasta ou o bucket das cópias",
    every: "de quanto em quanto tempo: 15m, 1h, 1d. Padrão: 1h",
    keep: "quantas cópias ficam, uma por intervalo. Padrão: 48",
    forget: "não espera mais cópias em --to: o alarme acaba. Não remove nenhuma cópia",
  },
  exists: (file: string) => `${file} já existe. Escolha outro nome, ou apague o arquivo.`,
  isFolder: (folder: string) => `${folder} é uma pasta. Escreva também o nome do arquivo.`,
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e a cópia tem dados pessoais. Escolha outra pasta.`,
  noFolder: commandLine.noFolder,
  copied: (from: string, to: string) => `A cópia de ${from} está em ${to}. Ela foi conferida.`,
  notRecorded: (reason: string) =>
    `O painel não vai mostrar esta cópia, porque não é possível gravar no banco de dados (${reason}).`,
  leftBeside: (file: string, copies: readonly string[]) =>
    `Não há leads em ${file}. Uma restauração deixou ${copies.join(", ")} ao lado. Para trazer uma delas de volta: npm run leads -- restore <arquivo>`,
  toOrFile: "Escreva um arquivo ou --to, não os dois.",
  onlyWithTo: (option: string) => `--${option} só vale com --to.`,
  every: (text: string) =>
    `--every: "${text}" não é um intervalo. Escreva, por exemplo, 15m, 1h ou 1d; de 1m a 7d.`,
  keep: (text: string, max: number) =>
    `--keep: "${text}" não serve. Escreva um número inteiro de 1 a ${max}.`,

  /** Why copies cannot be kept at an address. */
  places: {
    "no-address":
      "Este endereço não serve. Escreva uma pasta, ou o endereço de um bucket, como s3+https://servidor/bucket/pasta, sem chave nem senha.",
    "no-bucket":
      "Falta o bucket no endereço, ou ele tem um sinal que não serve. Use letras, números e - . _ ~, como em s3+https://servidor/bucket/pasta.",
    unencrypted:
      "As cópias têm dados pessoais e não podem viajar sem criptografia. Use s3+https://; s3+http:// só vale nesta máquina.",
    "no-keys":
      "Falta a chave do bucket. Escreva AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY e, se for preciso, AWS_REGION no .env.",
  },
  started: (plan: { from: string; to: string; every: string; keep: string; life: string }) =>
    `Cópias de ${plan.from} em ${plan.to}: uma agora, e depois a cada ${plan.every}. Ficam as ${plan.keep} mais novas. Quem for apagado sai da última cópia em até ${plan.life}, se nenhuma cópia falhar. Para parar: Ctrl-C`,
  made: (copy: { time: string; name: string; signUps: string; removed: number }) =>
    `${copy.time} Cópia feita e conferida: ${copy.name}. Inscrições: ${copy.signUps}.${copy.removed === 0 ? "" : ` Cópias antigas removidas: ${copy.removed}.`}`,
  notMade: (time: string, reason: string, retry: string) =>
    `${time} A cópia falhou (${reason}). As anteriores ficam. Nova tentativa a cada ${retry}.`,
  notRemoved: (time: string, reason: string) =>
    `${time} Não foi possível remover as cópias antigas (${reason}). A próxima cópia tenta de novo.`,
  repeatedNotRecorded: (time: string, reason: string) =>
    `${time} A cópia está feita, mas doctor, o painel e os alarmes não sabem dela (${reason}).`,
  tooSlow: "ela não terminou antes da próxima",
  ended: "As cópias pararam.",
  forgotten: (place: string) => `Nenhuma cópia é mais esperada em ${place}. As que estão lá ficam.`,
  notExpected: (place: string, places: readonly string[]) =>
    `Nenhuma cópia era esperada em ${place}.${places.length === 0 ? "" : ` São esperadas em: ${places.join(", ")}.`}`,
  units: {
    minutes: (count: number) => (count === 1 ? "1 minuto" : `${count} minutos`),
    hours: (count: number) => (count === 1 ? "1 hora" : `${count} horas`),
    days: (count: number) => (count === 1 ? "1 dia" : `${count} dias`),
  },
};

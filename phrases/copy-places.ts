/**
 * Why a copy could not be kept in a bucket, or read from it. Each is a part of a sentence, without a full stop: other
 * sentences put it into brackets.
 */
export const bucketErrors = {
  silent: (host: string) => `${host} não responde`,
  refused: (answer: string) =>
    `o serviço recusou o acesso (${answer}): confira AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION e o que esta chave pode fazer`,
  notThere: (answer: string) => `o bucket ou a cópia não existe (${answer}): confira o endereço`,
  misunderstood: (answer: string) =>
    `o serviço não aceitou o pedido (${answer}): confira o endereço e AWS_REGION`,
  failing: (answer: string) => `o serviço está com problemas (${answer})`,
  repeats:
    "o serviço repete sempre a mesma parte da lista de cópias: use um serviço compatível com S3",
  tooLarge: "a cópia tem mais de 5 GB, e um pedido só não a envia",
  changed: "o que chegou ao bucket não é igual à cópia",
};

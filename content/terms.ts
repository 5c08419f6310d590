/** Peça a revisão de um advogado antes de publicar. */
import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const terms = filled<Words<"terms">>({
  title: "Termos de Uso",
  intro:
    "Estes termos explicam o que esta página oferece, como funciona a aula Black AHSD e quais regras valem para quem usa a página. Nada aqui diminui os direitos que a lei garante a você.",
  sections: [
    {
      title: "Quem somos e quando estes termos valem",
      paragraphs: [
        "Esta página é da empresa {companyName}, CNPJ {cnpj}. Para falar com a gente, escreva para {supportEmail}.",
        "Os termos valem para quem visita a página ou se inscreve na aula. O uso dos seus dados pessoais está explicado na Política de Privacidade.",
      ],
    },
    {
      title: "O que a página oferece",
      paragraphs: [
        "Você encontra aqui aulas gratuitas em vídeo, informações sobre os cursos e a inscrição na aula ao vivo. A inscrição não é uma compra e não pede pagamento.",
        "A inscrição deve ser feita por uma pessoa adulta, com os próprios dados, que devem ser verdadeiros.",
      ],
    },
    {
      title: "A aula ao vivo",
      paragraphs: [
        "A aula Black AHSD acontece em {date}, às {hour}, ao vivo, em uma plataforma de vídeo. Para assistir, você precisa de um aparelho e de acesso à internet.",
        "Se a data mudar ou a aula for cancelada, a página inicial avisa.",
      ],
    },
    {
      title: "O preço e a oferta",
      items: [
        "O preço da oferta é revelado somente durante a aula ao vivo.",
        "Só quem assiste ao vivo pode aproveitar a oferta.",
        "Depois da aula, o preço volta ao normal, sem exceções.",
        "Os preços que aparecem nesta página servem para comparação. Não são o preço da oferta.",
        "Os cursos são liberados no dia da aula.",
      ],
    },
    {
      title: "O pacote de cursos",
      paragraphs: [
        "A página apresenta o pacote de duas formas, repetidas aqui como estão lá. Antes de pagar, leia com calma as condições da compra e, se tiver dúvida, pergunte.",
      ],
      items: [
        "Acesso {access}: todos os cursos e as atualizações futuras.",
        "Oferta de Black Friday: pacote de 12 cursos com {summaryAccess}.",
      ],
    },
    {
      title: "Bônus e voucher",
      paragraphs: [
        "Os bônus estão descritos na página.",
        "O voucher é comprado em um checkout externo. O direito de arrependimento, explicado mais abaixo, vale também para ele.",
      ],
      items: [
        "Bônus físicos: só para as {bonusLimit} primeiras pessoas que comprarem. Depois disso, terminam.",
        "Materiais e ferramentas: acompanham os cursos, como descrito na página.",
        "Bônus surpresa: só durante a aula.",
        "Voucher: pague {voucherPay} e resgate {voucherRedeem} de desconto em {date}.",
      ],
    },
    {
      title: "Garantias",
      paragraphs: [
        "A página apresenta a garantia de duas formas, repetidas aqui como estão lá. Antes de pagar, leia as condições da compra e, se tiver dúvida, pergunte.",
      ],
      items: [
        "Teste de {guaranteeDays} dias: o prazo conta a partir da liberação do acesso. Se não for para você, 100% do dinheiro é devolvido.",
        "Garantia de {summaryGuaranteeDays} dias, no resumo da oferta: com devolução do dinheiro.",
      ],
    },
    {
      title: "Direito de arrependimento",
      paragraphs: [
        "Além das garantias, continuam valendo os seus direitos de consumidor. Em compras a distância, o art. 49 do Código de Defesa do Consumidor (CDC) permite desistir em 7 dias, contados da contratação ou do recebimento do produto ou serviço, sem explicar o motivo. Tudo o que foi pago é devolvido, com correção.",
        "Para desistir ou pedir a devolução, escreva para {supportEmail}.",
      ],
    },
    {
      title: "Conteúdo educativo",
      paragraphs: [
        "As aulas, os cursos e os materiais têm finalidade educativa. Não são consulta, diagnóstico nem tratamento médico ou psicológico e não substituem o acompanhamento de um profissional.",
        "Os testes de rastreio e as ferramentas de IA ajudam a refletir sobre si. O resultado deles não é um diagnóstico, e as ferramentas de IA podem errar.",
        "Não comece, mude ou interrompa um tratamento só por causa do que viu aqui. Se você estiver em sofrimento, procure um profissional de saúde. Em uma emergência, procure um serviço de urgência.",
      ],
    },
    {
      title: "Direitos autorais",
      paragraphs: [
        "Textos, vídeos, imagens, marcas, cursos e materiais são protegidos por lei, inclusive pela Lei de Direitos Autorais (Lei nº 9.610/1998). Pertencem à empresa ou a quem autorizou o uso.",
        "Você pode compartilhar o endereço desta página. Copiar, gravar, revender ou distribuir o conteúdo, fora dos casos que a lei permite, depende de autorização por escrito. O acesso aos cursos é pessoal.",
      ],
    },
    {
      title: "Uso responsável",
      paragraphs: ["Ao usar a página, não é permitido:"],
      items: [
        "inscrever outra pessoa sem a autorização dela ou se passar por alguém;",
        "enviar inscrições em massa ou por robôs;",
        "tentar invadir, sobrecarregar ou alterar a página;",
        "usar o conteúdo para ofender, discriminar ou expor pessoas.",
      ],
    },
    {
      title: "Disponibilidade e outros sites",
      paragraphs: [
        "Cuidamos para que a página fique no ar, mas ela pode parar por manutenção, falhas ou motivos fora do nosso controle. Se a inscrição não funcionar, tente de novo ou escreva para {supportEmail}.",
        "Vídeos, conversa no WhatsApp, checkout e grupo são serviços de terceiros, com termos próprios. Isso não afasta as responsabilidades que a lei nos dá.",
      ],
    },
    {
      title: "Mudanças, lei e foro",
      paragraphs: [
        "Estes termos podem mudar. A versão desta página vale daqui para a frente e não altera compras já feitas. A data no alto acompanha o dia da sua visita.",
        "Vale a lei brasileira. As cláusulas são lidas da forma mais favorável ao consumidor, como manda o art. 47 do CDC. O consumidor pode propor ação no foro do seu domicílio (CDC, art. 101, I).",
        "Antes disso, se quiser, fale com a gente: {supportEmail}. Muitas dúvidas se resolvem em uma conversa.",
      ],
    },
  ],
});

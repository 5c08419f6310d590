/** Peça a revisão de um advogado antes de publicar. O que se guarda, e por quanto tempo, decide o programa: veja docs/privacy.md. */
import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const privacy = filled<Words<"privacy">>({
  title: "Política de Privacidade",
  intro:
    "Aqui explicamos, em palavras simples, quais dados pessoais esta página trata, por quê, por quanto tempo e como você decide sobre eles. Seguimos a Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018).",
  sections: [
    {
      title: "Quem cuida dos seus dados",
      paragraphs: [
        "A responsável por esta página é a empresa {companyName}, CNPJ {cnpj}. Na linguagem da LGPD, ela é a controladora: decide para que os dados são usados e responde por isso.",
        "Para qualquer assunto de privacidade, escreva para {supportEmail}.",
      ],
    },
    {
      title: "Quais dados tratamos",
      paragraphs: [
        "Você pode ler a página e assistir às aulas gratuitas sem se inscrever. O que você digita só chega até nós quando o formulário é enviado.",
        "O formulário que tem a caixa de autorização pode estar configurado para não enviar nada. Nesse caso, o que você escreve nele não sai do seu navegador. Se o JavaScript não funcionar no seu aparelho, ou se ainda não chegou por inteiro, os dois formulários enviam os dados.",
        "Quando uma inscrição é enviada, guardamos:",
      ],
      items: [
        "O que você escreve: nome, e-mail e WhatsApp. Guardamos como você digitou e também em formato padronizado, para que o contato funcione.",
        "A origem da visita: marcações do link que trouxe você (UTM), códigos de clique de anúncios, página de origem e qual botão ou formulário você usou.",
        "Dados técnicos: IP encurtado, navegador (user agent), data e hora.",
        "O registro do que você leu: a versão do aviso mostrado ou a autorização que você deu.",
        "Um código de envio, para que uma nova tentativa não vire outra inscrição.",
        "Sinais de envio automático, usados para separar robôs de pessoas.",
        "Se você aperta o botão do grupo: em qual grupo ganhou um lugar e, se disse que ele estava cheio, quando. Reconhecemos o seu lugar por um código do seu link, feito a partir do seu e-mail, que não mostra quem você é. De um clique sem esse código, contamos só a qual grupo ele levou.",
        "Se você entra na aula pelo seu link, como o dos nossos e-mails: que entrou, e quando. De quem entra de outro jeito, só contamos a entrada.",
      ],
    },
    {
      title: "O que contamos nas visitas",
      paragraphs: [
        "Contamos quantas vezes cada coisa acontece na página: visitas, janelas abertas, formulários começados e enviados, inscrições, erros mostrados e entradas no grupo. As contagens são por minuto e dizem em qual formulário foi e de onde vieram as visitas. A origem é uma palavra de uma lista curta, como Instagram ou Google; qualquer outra é contada como “outra”. Das inscrições, somamos também o nome da campanha e do anúncio que está no link.",
        "Guardamos só os totais, que não mostram quem você é nem se você já veio antes. Por isso eles ficam também depois de um pedido de exclusão. Eles não incluem o que você digita, o endereço dos links nem o seu IP. Para contar, não usamos cookies e não guardamos nada no seu navegador. Robôs que se identificam não são contados.",
      ],
    },
    {
      title: "Para que usamos e com qual base legal",
      paragraphs: [
        "Cada uso tem um motivo e uma base na LGPD. Não usamos seus dados para outra coisa sem avisar antes.",
      ],
      items: [
        "Registrar sua inscrição, enviar o link da aula e falar da Black AHSD e de ofertas por e-mail e WhatsApp: com o seu consentimento (art. 7º, I).",
        "Proteger a página contra robôs, abuso e inscrições repetidas: por legítimo interesse na segurança (art. 7º, IX).",
        "Levar você a um grupo que ainda tem lugar, e sempre ao mesmo: por legítimo interesse em organizar os grupos (art. 7º, IX).",
        "Saber quem entrou na aula, para enviar a cada pessoa a mensagem que serve para ela: por legítimo interesse (art. 7º, IX).",
        "Entender quais canais trazem pessoas até a página e se ela funciona bem: por legítimo interesse, sem criar um perfil sobre você (art. 7º, IX).",
        "Cumprir a lei e atender ordens de autoridades: por obrigação legal (art. 7º, II).",
        "Guardar provas, como o registro do seu consentimento, e nos defender em processos: para o exercício de direitos (art. 7º, VI).",
      ],
    },
    {
      title: "Sua escolha",
      paragraphs: [
        "A inscrição é livre. Sem nome, e-mail e WhatsApp, porém, não conseguimos enviar o link da aula. A caixa de autorização nunca vem marcada.",
        "Você pode retirar o consentimento quando quiser, sem custo: use o link de descadastro dos e-mails ou escreva para {supportEmail}. O que foi feito antes continua válido.",
      ],
    },
    {
      title: "Saúde e neurodivergência",
      paragraphs: [
        "A aula fala de altas habilidades, TDAH, autismo, trauma e ansiedade. Por isso, o interesse por ela pode sugerir algo sobre a saúde ou a neurodivergência de alguém.",
        "Não perguntamos isso, não deduzimos isso e não classificamos ninguém por isso. As pessoas chegam à aula por muitos motivos: estudo, trabalho, família ou curiosidade.",
        "Mesmo assim, tratamos a lista de inscritos com o cuidado que a LGPD pede para dados sensíveis (art. 11). Por favor, não escreva informações de saúde nos campos do formulário.",
      ],
    },
    {
      title: "Com quem compartilhamos e envio para fora do Brasil",
      paragraphs: [
        "Usamos a ActiveCampaign, empresa dos Estados Unidos, para organizar contatos e enviar mensagens. Ela é operadora: trata os dados em nosso nome e para as finalidades desta política. Recebe nome, e-mail e WhatsApp, a origem da visita, a hora e a frase da inscrição e o código do seu link, com as listas e etiquetas que organizam os contatos; uma delas diz que você entrou na aula. Os e-mails podem registrar se foram abertos e quais links foram usados.",
        "Esse envio é uma transferência internacional de dados. Ele precisa se apoiar em uma das hipóteses do art. 33 da LGPD e seguir as regras da ANPD. Você pode pedir, por e-mail, informações sobre a garantia adotada e sobre as cláusulas do contrato que tratam disso.",
        "Quando a hospedagem da página e do banco de dados é contratada de terceiros, eles também atuam como operadores. Autoridades podem receber dados quando a lei obriga.",
        "Esta página não tem pixels nem ferramentas de anúncio e não envia seus dados a redes de publicidade.",
      ],
    },
    {
      title: "Vídeos, WhatsApp e outros sites",
      paragraphs: [
        "Antes de um clique seu, a página não pede nada a terceiros. Depois do clique, vale a política de privacidade de quem opera o serviço. Esses serviços também podem tratar dados fora do Brasil.",
      ],
      items: [
        "Vídeos: o player do YouTube só é carregado quando você aperta o play, no modo de privacidade avançada. A partir daí, o YouTube recebe seu IP e dados do navegador e pode guardar informações no seu aparelho. Se o JavaScript não funcionar, o clique abre o site do YouTube.",
        "Conversa de suporte: o link abre o WhatsApp, e a conversa acontece lá.",
        "Checkout do voucher: abre em outro site. Os dados de pagamento são informados lá, nunca nesta página.",
        "Grupo: o convite abre o WhatsApp ou outro serviço. Num grupo comum do WhatsApp, os outros participantes veem seu número e, conforme as configurações do seu WhatsApp, seu nome de perfil e sua foto. Num grupo de avisos ou num canal, veem menos. Entrar é escolha sua.",
        "Google Agenda: só é aberto se você escolher guardar a data por ele.",
      ],
    },
    {
      title: "Cookies e o que fica no seu navegador",
      paragraphs: [
        "Esta página não usa cookies. O único cookie deste site é o da página interna em que a nossa equipe vê as contagens, e quem visita o site não o recebe. Para funcionar bem, ela pode guardar no seu próprio navegador (localStorage e sessionStorage) o que está na lista abaixo. Você pode apagar tudo quando quiser, limpando os dados do site no navegador.",
      ],
      items: [
        "O modo calmo: se está ligado ou desligado, para a próxima visita.",
        "O que você digitou no formulário e o código de envio: na mesma aba, até o envio dar certo, para que nada se perca se houver uma falha.",
        "Uma inscrição que ainda não foi aceita nem recusada, por exemplo por falta de internet, para enviá-la sozinha depois: até uma resposta, até você apertar “Não enviar” ou, passado um dia, até a próxima visita, que não a envia mais. Se várias pessoas se inscrevem no mesmo aparelho, cada uma tem a sua.",
        "A origem da visita, que só vem até nós junto com a inscrição.",
        "Pequenos sinais da visita, como o botão flutuante que você fechou ou a janela que já apareceu, e o registro de que você já se inscreveu, em qual aula, e de que apertou o botão do grupo, que fica para as próximas visitas. Com ele fica o seu link do grupo, que contém o seu código: quem usa o seu link, ou se inscreve com o seu e-mail, é levado ao seu grupo, e não fica sabendo nada mais sobre você. Sem JavaScript, esse código fica no endereço da página que confirma a inscrição, e por isso no histórico do navegador.",
      ],
    },
    {
      title: "Por quanto tempo guardamos",
      items: [
        "IP: é encurtado antes de ser gravado. O IP completo nunca é gravado: fica só na memória do servidor, para conter abusos.",
        "Inscrições retidas por suspeita de envio automático: ficam separadas, sem ser usadas, até que uma pessoa as confira. As que ninguém libera são apagadas automaticamente depois de 30 dias.",
        "Demais inscrições: enquanto durarem o lançamento e a nossa relação com você, ou até você pedir a exclusão. Se definirmos um prazo em dias, cada inscrição é apagada aqui automaticamente quando completa esse prazo. O seu cadastro é apagado aqui quando a sua última inscrição completa o mesmo prazo.",
        "As contagens, por minuto: são apagadas automaticamente depois de 400 dias. Ficam só as somas de todo o período.",
        "O seu lugar num grupo e a sua entrada na aula: enquanto guardamos o seu cadastro. Depois, ou com a exclusão, fica só a conta, sem o seu código.",
        "Depois de um pedido de exclusão: apagamos seus dados aqui e pedimos a exclusão na ActiveCampaign; até ela terminar, guardamos o e-mail só para isso. Depois, ficam apenas códigos protegidos, que não mostram o seu e-mail e impedem que os dados voltem por engano. Cópias de segurança podem conter dados já apagados por até 30 dias. Se uma cópia for restaurada, eles fazem a exclusão valer de novo.",
        "Dados que a lei obriga a manter, ou necessários para a defesa em um processo: somente pelo tempo exigido para isso (art. 16).",
      ],
    },
    {
      title: "Seus direitos",
      paragraphs: [
        "A LGPD (art. 18) dá a você, sem custo e a qualquer momento, o direito de pedir:",
      ],
      items: [
        "a confirmação de que tratamos seus dados e o acesso a eles;",
        "a correção de dados incompletos, errados ou desatualizados;",
        "a anonimização, o bloqueio ou a eliminação do que for desnecessário, excessivo ou tratado contra a lei;",
        "a portabilidade para outro fornecedor, conforme as regras da ANPD;",
        "a eliminação dos dados tratados com o seu consentimento, salvo o que a lei permite ou manda manter;",
        "informação sobre com quem compartilhamos os dados;",
        "informação sobre a possibilidade de não consentir e o que acontece nesse caso;",
        "a retirada do consentimento;",
        "a oposição a um uso feito sem consentimento, se ele descumprir a LGPD;",
        "a revisão de decisões tomadas só por meios automáticos que afetem seus interesses (art. 20).",
      ],
    },
    {
      title: "Como usar seus direitos",
      paragraphs: [
        "Escreva para {supportEmail} e diga o que precisa. Se possível, use o mesmo e-mail da inscrição. Podemos pedir uma confirmação simples de que é você, para não entregar seus dados a outra pessoa.",
        "Respondemos o quanto antes. A declaração completa sobre seus dados é entregue em até 15 dias, como prevê o art. 19 da LGPD. Se não pudermos atender de imediato, explicamos o motivo.",
        "Uma inscrição pode ser marcada por engano como automática e ficar retida. Se você se inscreveu e não recebeu nada, escreva em até 30 dias: uma pessoa confere.",
        "Se a resposta não resolver, você pode procurar a ANPD, que fiscaliza a LGPD no Brasil, em gov.br/anpd, ou um órgão de defesa do consumidor.",
      ],
    },
    {
      title: "Crianças e adolescentes",
      paragraphs: [
        "A inscrição é para pessoas adultas. Mães, pais e outros responsáveis se inscrevem com os próprios dados. Não peça que uma criança ou um adolescente preencha o formulário e não informe nele os dados de menores.",
        "Se soubermos que recebemos dados de uma criança ou de um adolescente, vamos apagá-los, sempre no melhor interesse da criança ou do adolescente (art. 14). Para avisar, escreva para {supportEmail}.",
      ],
    },
    {
      title: "Segurança e mudanças",
      paragraphs: [
        "Nossos registros técnicos não trazem nome, e-mail nem telefone. A página só carrega o que é necessário, e as cópias de segurança servem para não perder inscrições. Como nenhum sistema está livre de falhas, se houver um incidente com risco ou dano relevante, avisaremos você e a ANPD (art. 48).",
        "Esta política pode mudar. A versão que vale é a desta página, e a data no alto acompanha o dia da sua visita. Se um uso novo depender do seu consentimento, pediremos de novo.",
      ],
    },
  ],
});

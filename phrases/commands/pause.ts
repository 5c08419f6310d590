/** `npm run leads -- pause` and `resume`. */
export const pause = {
  summary: "pausa as entregas ao ActiveCampaign até você rodar resume",
  details: [
    "Os visitantes continuam a se inscrever, e todo lead é guardado. Um pedido que já começou vai até o fim.",
    "A pausa vale para todos os servidores, e continua depois de um reinício.",
  ],
  paused:
    "Agora nada é enviado ao ActiveCampaign. Os novos leads ficam guardados até você rodar resume.",
};

export const resume = {
  summary: "acaba com a pausa e volta a enviar na hora",
  details: [
    "Quando o ActiveCampaign falha, o servidor para de enviar e tenta de novo sozinho, pelo menos uma vez por minuto. Depois",
    "que você resolve a causa, este comando tenta na hora. Se o ActiveCampaign pediu para esperar, a espera continua, a não ser",
    "com --now.",
  ],
  now: "também acaba com uma espera que o ActiveCampaign pediu",
  resumed: "As entregas não estão em pausa.",
};

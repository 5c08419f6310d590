import { expect, type Page } from "@playwright/test";
import { openLanding, openLeadPopup } from "#tests/support/browser/landing.ts";
import { showRefusal, showThanks } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

const heroTitle = "A maior oferta da história das altas habilidades";

test("the popup is named, and each of its fields too", async ({ page }) => {
  await openLanding(page);
  await expect(await openLeadPopup(page)).toMatchAriaSnapshot(`
    - dialog "Participe da aula Black AHSD":
      - heading "Participe da aula Black AHSD" [level=2]
      - button "Fechar"
      - status
      - alert
      - paragraph: Preencha seus dados para participar da aula ao vivo.
      - text: Nome completo
      - textbox "Nome completo":
        - /placeholder: Seu nome completo
      - text: Seu melhor e-mail
      - textbox "Seu melhor e-mail":
        - /placeholder: voce@exemplo.com
      - status
      - text: WhatsApp (com DDD)
      - textbox "WhatsApp (com DDD)":
        - /placeholder: (00) 00000-0000
      - button "QUERO PARTICIPAR DA AULA AO VIVO"
      - paragraph:
        - text: /Ao se inscrever, você recebe mensagens/
        - link "Política de Privacidade"
  `);
});

test("an error and a wrong field are said inside the popup", async ({ page, complaints }) => {
  await openLanding(page);
  await expect(await showRefusal(page)).toMatchAriaSnapshot(`
    - dialog "Participe da aula Black AHSD":
      - alert:
        - paragraph: Erro
        - paragraph: Não foi possível enviar seus dados. Tente novamente.
        - button "Fechar aviso"
      - textbox "Seu melhor e-mail": ana@gmial.com
      - status:
        - paragraph:
          - text: "Confira o e-mail. Parece haver um erro de digitação."
          - button "Usar ana@gmail.com"
      - text: WhatsApp (com DDD)
      - textbox "WhatsApp (com DDD)" [invalid]
      - paragraph: Escreva seu WhatsApp com DDD.
      - button "QUERO PARTICIPAR DA AULA AO VIVO"
  `);
  complaints.length = 0;
});

test("the thanks are named, and their links say where they lead", async ({ page }) => {
  await openLanding(page);
  await expect(await showThanks(page)).toMatchAriaSnapshot(`
    - dialog "Inscrição recebida":
      - heading "Inscrição recebida" [level=2]
      - button "Fechar"
      - paragraph: Em breve você receberá mais informações sobre a Black AHSD.
      - paragraph: /A aula é em 11 de novembro, às 20h, ao vivo\\./
      - paragraph: Adicionar à agenda
      - list:
        - listitem:
          - link "Arquivo de agenda (.ics)":
            - /url: /black-ahsd.ics
        - listitem:
          - link "Google Agenda"
      - paragraph: /Com o voucher, você paga R\\$ 50 e resgata R\\$ 300 de desconto em 11 de novembro\\./
      - list:
        - listitem:
          - link "Quero o voucher de desconto":
            - /url: https://exemplo.com.br/voucher
        - listitem:
          - link "Entrar no grupo":
            - /url: https://exemplo.com.br/grupo
  `);
});

test("while the popup is modal, the browser tells of its error and not of the page behind", async ({
  page,
  complaints,
}) => {
  await openLanding(page);
  expect(await told(page)).toContain(heroTitle);
  await showRefusal(page);
  const words = await told(page);
  expect(words).toContain("Não foi possível enviar seus dados. Tente novamente.");
  expect(words).toContain("Fechar aviso");
  expect(words).not.toContain(heroTitle);
  complaints.length = 0;
});

/** What the browser itself passes on to a screen reader: what is inert is not in it. */
async function told(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, name }) => (ignored || !name ? [] : [String(name.value)]));
}

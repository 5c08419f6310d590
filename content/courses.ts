import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const courses = filled<Words<"courses">>({
  title: "Os cursos",
  intro:
    "Todos fazem parte da oferta e são liberados no dia da aula. O preço riscado é o normal.",
  included: "Incluído",
  fullPrice: "Preço normal:",
  perks: ["Certificado", "PDFs das aulas", "Atualizações futuras"],
  courses: [
    { title: "Neurobiologia e Tratamento do Trauma", included: true, originalPrice: "R$ 297" },
    { title: "O Antinatural", included: true, originalPrice: "R$ 397" },
    {
      title: "Lidando com as altas habilidades na prática",
      included: true,
      originalPrice: "R$ 1.297",
    },
    { title: "Trilha das Altas Habilidades", included: true, originalPrice: "R$ 997" },
    { title: "Superando a Ansiedade", included: true, originalPrice: "R$ 697" },
    {
      title: "Características das altas habilidades e da dupla excepcionalidade",
      included: true,
      originalPrice: "R$ 147",
    },
    { title: "Perfeccionismo e Autossabotagem", included: true, originalPrice: "R$ 97" },
    {
      title: "Dupla excepcionalidade: diagnóstico e tratamento",
      included: true,
      originalPrice: "R$ 147",
    },
    { title: "Relacionamentos e Autenticidade", included: true, originalPrice: "R$ 97" },
    { title: "Trilha Altas Habilidades Kids", included: true, originalPrice: "R$ 297" },
    {
      title: "Segundo Cérebro com IA e Fundamentos de IA (com coinstrutor)",
      included: true,
      originalPrice: "R$ 1.497",
    },
  ],
  materials: {
    title: "Materiais e ferramentas",
    text: "Além dos cursos, você recebe os PDFs das aulas, testes de rastreio e ferramentas de IA para autoconhecimento.",
  },
});

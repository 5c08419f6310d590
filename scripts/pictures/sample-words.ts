/** What the drawn samples say of themselves. Gone from the page as soon as the real pictures stand. */
export const sampleWords = {
  testimonial: "{label} · imagem de exemplo",
  presenter: "Foto de exemplo",
  poster: "exemplo",
} as const;

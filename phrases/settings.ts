/**
 * What several places say about a wrong setting: its name, its value, and what to write instead. `server/config.ts` says the
 * rest. A sentence about a secret never repeats the value.
 */
export const settings = {
  siteUrl: (value: string) =>
    `SITE_URL é "${value}". Escreva o endereço da página, como https://example.com.`,
  functionUrl: (value: string) =>
    `FUNCTION_URL é "${value}". Escreva o endereço do servidor, como https://example.com.`,
};

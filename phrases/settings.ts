/**
 * Sentences about a wrong setting that several files use: the name of the setting, its value, and what to write
 * instead. The other sentences about settings are in `server/config.ts`. A sentence about a secret never repeats the
 * value.
 */
export const settings = {
  siteUrl: (value: string) =>
    `SITE_URL é "${value}". Escreva o endereço da página, como https://example.com.`,
  functionUrl: (value: string) =>
    `FUNCTION_URL é "${value}". Escreva o endereço do servidor, como https://example.com.`,
};

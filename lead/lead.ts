/** A person who asked to take part, exactly as they typed it (trimmed and in NFC). */
export type Lead = {
  name: string;
  email: string;
  whatsapp: string;
};

/** Two spellings of one address are one person: the key is what makes a lead unique. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

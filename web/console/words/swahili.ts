/** Kiswahili of the consoles, by the English text. A test asks for every text that pages use. */
export const swahili: Record<string, string> = {};

import { type Text, textIn } from "../../contract/texts.ts";

/** A letter in both languages, where nobody knows which one its reader speaks. */
export function bilingual(subject: Text, text: Text): { subject: string; text: string } {
  const both = (one: Text, between: string) => `${textIn("en", one)}${between}${textIn("sw", one)}`;
  return { subject: both(subject, " / "), text: both(text, "\n\n") };
}

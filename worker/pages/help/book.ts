import type { HelpBook, HelpTopicOf } from "../../contract/values/help.ts";

/** Its text in the few marks that `text.ts` knows. */
type Topic = { title: string; text: string };

/** As a page is made of it, whichever it is. */
export type AnyBook = {
  title: string;
  intro: string;
  parts: { readonly [id: string]: string | undefined };
  topics: { readonly [id: string]: Topic };
};

/** Of one language; its topics are the same in each, by type. */
export type Book<Name extends HelpBook> = {
  title: string;
  /** For whom, in a sentence. */
  intro: string;
  /** Heading before the topic that it names. */
  parts: Partial<Record<HelpTopicOf<Name>, string>>;
  topics: Record<HelpTopicOf<Name>, Topic>;
};

import { Anchor } from "@mantine/core";
import type { HelpTopic } from "#contract/values/help";
import { language, t } from "./language.ts";

/**
 * Leads to where a handbook answers the question that arises here, in a tab of its own: what is typed on this page stays.
 * @param about where a page has several
 */
export function HelpLink({ topic, about }: { topic: HelpTopic; about?: string }) {
  const [book, id] = topic.split("#");
  const name = about === undefined ? {} : { "aria-label": t("Help: {about}", { about }) };
  return (
    <Anchor
      href={`/help/${book}?lang=${language()}#${id}`}
      target="_blank"
      fz="sm"
      py={4}
      underline="always"
      {...name}
    >
      {t("Help")}
    </Anchor>
  );
}

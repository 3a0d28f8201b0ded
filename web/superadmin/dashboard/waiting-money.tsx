import { Alert, Anchor, Group } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** What of money waits for a person, each with the way to it; nothing while nothing waits. */
export function WaitingMoney(): ReactElement | null {
  const { data } = useRead("reconciliationCounts", {}, polled(60_000));
  if (!data) return null;
  const { differences, typed, refunds } = data;
  const waiting = [
    {
      tab: "differences",
      count: differences,
      words: t("{count, plural, one {# difference} other {# differences}}", { count: differences }),
    },
    {
      tab: "typed",
      count: typed,
      words: t("{count, plural, one {# payment} other {# payments}} without a purchase", { count: typed }),
    },
    {
      tab: "refunds",
      count: refunds,
      words: t("{count, plural, one {# refund} other {# refunds}} of unknown outcome", { count: refunds }),
    },
  ].filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconScale size={20} aria-hidden />}
      title={t("Money waits for a person")}
    >
      <Group gap="md" style={{ rowGap: 0 }}>
        {waiting.map(({ tab, words }) => (
          <Anchor
            key={tab}
            component={Link}
            to={`${addresses.reconciliation}?tab=${tab}`}
            underline="always"
            lh="44px"
          >
            {words}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}

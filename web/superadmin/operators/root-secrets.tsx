import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type * as z from "zod";
import type { rootSecrets } from "#contract/secrets";
import { When } from "../../console/cells.tsx";
import { siteSentence, t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { LoadingRows } from "../../console/states.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useRead } from "../api.ts";

type RootSecret = z.output<typeof rootSecrets.answer>["secrets"][number];

/** How far a change of ROOT_SECRET is, and whether the earlier one can be taken out. */
export function RootSecrets(): ReactElement {
  const standing = useRead("rootSecrets");
  return (
    <Card component="section" aria-labelledby="root-secrets">
      <Stack gap="sm">
        <Title order={2} size="h4" id="root-secrets">
          {t("Root secret")}
        </Title>
        <Text size="sm" c="dimmed">
          {t(
            "It seals gateways' credentials and signs recovery codes. It is changed in the worker's settings.",
          )}
        </Text>
        <Loaded
          query={standing}
          loading={<LoadingRows rows={2} height={56} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ secrets, since, advice }) => (
            <Stack gap="sm">
              <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                {siteSentence(advice)}
              </Text>
              {secrets.map((one) => (
                <Secret key={one.id} one={one} since={one.use === "current" ? since : null} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Card>
  );
}

function Secret({ one, since }: { one: RootSecret; since: string | null }): ReactElement {
  const { id, use, sealed, recoveryCodes, payBills } = one;
  const word = { current: t("In use"), previous: t("Earlier one"), missing: t("Not set") }[use];
  return (
    <div>
      <Group gap="xs" justify="space-between">
        <Text ff="monospace" size="sm">
          {id}
        </Text>
        <StatusMark tone={use === "current" ? "good" : use === "previous" ? "wait" : "bad"} word={word} />
      </Group>
      <Text size="sm" c="dimmed">
        {t("{count, plural, one {# sealed record} other {# sealed records}}", { count: sealed })}
        {" · "}
        {t("{count, plural, one {# recovery code} other {# recovery codes}}", { count: recoveryCodes })}
        {" · "}
        {t("{count, plural, one {# pay bill} other {# pay bills}}", { count: payBills })}
        {since ? (
          <>
            {" · "}
            {t("since")} <When iso={since} />
          </>
        ) : null}
      </Text>
    </div>
  );
}

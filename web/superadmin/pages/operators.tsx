import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type * as z from "zod";
import type { rootSecrets } from "#contract/secrets";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { SecondFactorRule as Rule } from "../../console/second-factor-rule.tsx";
import { useAct, useRead } from "../api.ts";
import { TextLink } from "../links.tsx";
import { addresses } from "../navigation.ts";
import { AdminList } from "../operators/admin-list.tsx";
import { Invitations } from "../operators/invitations.tsx";

export function OperatorsPage() {
  return (
    <>
      <PageHead title={t("Operators")} text={t("Who may sign in here, and what is asked of them.")} />
      <Stack maw={720}>
        <AdminList />
        <Invitations />
        <SecondFactorRule />
        <RootSecrets />
      </Stack>
    </>
  );
}

export function SecondFactorRule() {
  const rules = useRead("getOperatorRules");
  const save = useAct("saveOperatorRules", [
    "/api/superadmin/operator-rules",
    "/api/superadmin/second-factor",
  ]);
  const isOff = useRead("getSecondFactor").data?.isOn === false;
  return (
    <Rule
      label={t("Every operator needs a second factor")}
      rules={rules}
      save={save}
      own={
        isOff ? <TextLink to={addresses.profile}>{t("Turn yours on in your profile")}</TextLink> : undefined
      }
    />
  );
}

type RootSecret = z.output<typeof rootSecrets.answer>["secrets"][number];

/** How far a change of ROOT_SECRET is, and whether the earlier one can be taken out. */
export function RootSecrets() {
  const standing = useRead("rootSecrets");
  return (
    <Card component="section" aria-labelledby="root-secrets">
      <Stack gap="sm">
        <Title order={2} size="h4" id="root-secrets">
          {t("Root secret")}
        </Title>
        <Hint>
          {t(
            "It seals gateways' credentials and signs recovery codes. It is changed in the worker's settings.",
          )}
        </Hint>
        <Loaded
          query={standing}
          loading={<LoadingRows rows={2} height={56} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ secrets, since, advice }) => (
            <Stack gap="sm">
              <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                {advice}
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

function Secret({ one, since }: { one: RootSecret; since: string | null }) {
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
      <Hint>
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
      </Hint>
    </div>
  );
}

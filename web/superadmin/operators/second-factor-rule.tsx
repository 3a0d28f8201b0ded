import { Card, Stack, Switch, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { LoadingRows } from "../../console/states.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";

/** Whether every operator needs a second factor. */
export function SecondFactorRule(): ReactElement {
  const rules = useRead("getOperatorRules");
  const save = useAct("saveOperatorRules", [
    "/api/superadmin/operator-rules",
    "/api/superadmin/second-factor",
  ]);
  const choose = (secondFactorRequired: boolean) =>
    save.mutate(
      { body: { secondFactorRequired } },
      {
        onSuccess: () => toastSuccess(t("Saved")),
        onError: (error) => toastError(t("Not changed"), errorText(error, t("Please try again."))),
      },
    );
  return (
    <Card component="section" aria-labelledby="second-factor-rule">
      <Stack gap="sm">
        <Title order={2} size="h4" id="second-factor-rule">
          {t("Second factor")}
        </Title>
        <Text size="sm" c="dimmed">
          {t(
            "Who has none is led to setting one up after signing in, and can do nothing else before. Yours has to be on first.",
          )}
        </Text>
        <Loaded
          query={rules}
          loading={<LoadingRows rows={1} height={44} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ secondFactorRequired }) => (
            <Switch
              label={t("Every operator needs a second factor")}
              checked={secondFactorRequired}
              disabled={save.isPending}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
          )}
        </Loaded>
      </Stack>
    </Card>
  );
}

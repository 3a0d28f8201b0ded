import { Card, Stack, Switch, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Hint } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { toastFailure, toastSuccess } from "./toast.tsx";

type Rule = { secondFactorRequired: boolean };
type Save = {
  isPending: boolean;
  mutate: (input: { body: Rule }, then: { onSuccess: () => void; onError: (cause: unknown) => void }) => void;
};

/** Whether everybody who signs in to this console needs a second factor. */
export function SecondFactorRule(props: {
  label: string;
  rules: UseQueryResult<Rule>;
  save: Save;
  /** Leads to one's own, where that is still off. */
  own?: ReactNode;
}) {
  const { label, rules, save } = props;
  const choose = (secondFactorRequired: boolean) =>
    save.mutate(
      { body: { secondFactorRequired } },
      {
        onSuccess: () => toastSuccess(t("Saved")),
        onError: toastFailure(t("Not changed"), t("Please try again.")),
      },
    );
  return (
    <Card component="section" aria-labelledby="second-factor-rule">
      <Stack gap="sm">
        <Title order={2} size="h4" id="second-factor-rule">
          {t("Second factor")}
        </Title>
        <Hint>
          {t(
            "Who has none is led to setting one up after signing in, and can do nothing else before. Yours has to be on first.",
          )}
        </Hint>
        {props.own}
        <Loaded
          query={rules}
          loading={<LoadingRows rows={1} height={44} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ secondFactorRequired }) => (
            <Switch
              label={label}
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

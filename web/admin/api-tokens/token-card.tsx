import { Card, Group, Stack, Text } from "@mantine/core";
import type { ApiToken } from "#contract/api-tokens";
import { confirmAction } from "../../console/confirm-action.tsx";
import { date } from "../../console/format.ts";
import { Hint, SecondaryButton, StatusMark, useMinute, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { scopeWords } from "./scope-words.ts";

/** A token without its secret, and the end of it. */
export function TokenCard({ token }: { token: ApiToken }) {
  const { id, name, scopes, madeBy, createdAt, expiresAt, lastUsedAt } = token;
  const revoke = useAct("revokeApiToken", ["/api/admin/api-tokens"]);
  const standing = useStanding(token);
  // By promise: callbacks of `mutate` are dropped when the card unmounts.
  const ask = () =>
    confirmAction({
      title: t("Revoke {name}?", { name }),
      text: t("What uses this token is refused at once. This cannot be undone; a new token can be made."),
      action: t("Revoke"),
      onYes: () =>
        void revoke
          .mutateAsync({ params: { id } })
          .then(() => toastSuccess(t("Revoked"), name))
          .catch(toastFailure(t("Not revoked"), t("Please try again."))),
    });
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Stack gap={2} flex="1 1 220px" style={{ overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusMark {...standing} />
          </Group>
          <Text size="sm">{scopeWords(scopes)}</Text>
          <Hint>
            {t("Last used")}: <When iso={lastUsedAt} relative otherwise={t("never")} />
          </Hint>
          <Hint>
            {t("Works until")}: {expiresAt === null ? t("you revoke it") : lastDay(expiresAt)}
          </Hint>
          <Hint>
            {t("Made by {name}", { name: madeBy })}, <When iso={createdAt} />
          </Hint>
        </Stack>
        <SecondaryButton
          mih={44}
          busy={revoke.isPending}
          onClick={ask}
          aria-label={t("Revoke {name}", { name })}
        >
          {t("Revoke")}
        </SecondaryButton>
      </Group>
    </Card>
  );
}

/** It ends at midnight: the day before that is its last. */
const lastDay = (expiresAt: string) => date(new Date(Date.parse(expiresAt) - 1).toISOString(), language());

function useStanding({ isLive, expiresAt, madeBy }: ApiToken) {
  const now = useMinute();
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    return { tone: "off", word: t("Past its end") } as const;
  if (isLive) return { tone: "good", word: t("Works") } as const;
  return { tone: "bad", word: t("Off: {name} is no owner now", { name: madeBy }) } as const;
}

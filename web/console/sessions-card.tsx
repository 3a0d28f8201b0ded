import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { OpenSession } from "#contract/sessions";
import { confirmAction } from "./confirm-action.tsx";
import { Hint, PlainList, SecondaryButton, When } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { toastFailure, toastSuccess } from "./toast.tsx";

type End<Input> = {
  isPending: boolean;
  mutate: (input: Input, then: { onSuccess: () => void; onError: (cause: unknown) => void }) => void;
};

export function SessionsCard(props: {
  sessions: UseQueryResult<OpenSession[]>;
  end: End<{ params: { id: string } }>;
  endAll: End<object>;
  /** Empties what this browser keeps of the user. */
  clear: () => void;
}) {
  const { sessions, end, endAll: everywhere, clear } = props;
  const client = useQueryClient();
  const busy = end.isPending || everywhere.isPending;
  const onError = toastFailure(t("Not signed out"), t("Please try again."));
  const endOne = ({ id }: OpenSession) =>
    end.mutate({ params: { id } }, { onSuccess: () => toastSuccess(t("Signed out there")), onError });
  const onSuccess = () => {
    clear();
    client.clear();
  };
  const endAll = () =>
    confirmAction({
      title: t("Log out everywhere"),
      text: t("Every browser that is signed in with your account has to sign in again, this one too."),
      action: t("Log out everywhere"),
      onYes: () => everywhere.mutate({}, { onSuccess, onError }),
    });
  return (
    <Card component="section" aria-labelledby="sessions">
      <Stack>
        <Title order={2} size="h4" id="sessions">
          {t("Where you are signed in")}
        </Title>
        <Loaded
          query={sessions}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <PlainList gap="sm">
              {found.map((session) => (
                <SessionRow key={session.id} session={session} busy={busy} onEnd={endOne} />
              ))}
            </PlainList>
          )}
        </Loaded>
        <Group>
          <Button variant="light" color="red" onClick={endAll} disabled={busy}>
            {t("Log out everywhere")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Where somebody is signed in, and the button that ends it. */
export function SessionRow(props: {
  session: OpenSession;
  busy: boolean;
  onEnd: (session: OpenSession) => void;
}) {
  const { session } = props;
  const browser = session.browser ?? t("Unknown browser");
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>{browser}</Text>
          {session.isThis ? <Badge variant="light">{t("This browser")}</Badge> : null}
        </Group>
        <Hint>
          {session.actingFor ? t("Acting for {provider}", { provider: session.actingFor }) : session.host}
        </Hint>
        <Hint>
          {t("Last seen")}: <When iso={session.lastSeenAt} relative /> · {t("since")}{" "}
          <When iso={session.createdAt} />
        </Hint>
      </Stack>
      {session.isThis ? null : (
        <SecondaryButton
          size="sm"
          disabled={props.busy}
          aria-label={t("End session: {browser}", { browser })}
          onClick={() => props.onEnd(session)}
        >
          {t("End session")}
        </SecondaryButton>
      )}
    </Group>
  );
}

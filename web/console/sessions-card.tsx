import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { OpenSession } from "#contract/sessions";
import { Hint, PlainList, SecondaryButton, When } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { confirmAction } from "./toast.tsx";

export function SessionsCard(props: {
  sessions: UseQueryResult<OpenSession[]>;
  busy: boolean;
  onEnd: (session: OpenSession) => void;
  onEndAll: () => void;
}) {
  const endAll = () =>
    confirmAction({
      title: t("Log out everywhere"),
      text: t("Every browser that is signed in with your account has to sign in again, this one too."),
      action: t("Log out everywhere"),
      onYes: props.onEndAll,
    });
  return (
    <Card component="section" aria-labelledby="sessions">
      <Stack>
        <Title order={2} size="h4" id="sessions">
          {t("Where you are signed in")}
        </Title>
        <Loaded
          query={props.sessions}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <PlainList gap="sm">
              {found.map((session) => (
                <SessionRow key={session.id} session={session} busy={props.busy} onEnd={props.onEnd} />
              ))}
            </PlainList>
          )}
        </Loaded>
        <Group>
          <Button variant="light" color="red" onClick={endAll} disabled={props.busy}>
            {t("Log out everywhere")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function SessionRow(props: { session: OpenSession; busy: boolean; onEnd: (session: OpenSession) => void }) {
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
          {t("Last seen")} <When iso={session.lastSeenAt} relative /> · {t("since")}{" "}
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

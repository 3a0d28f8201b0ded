import { Group, Stack, Text } from "@mantine/core";
import type { Admin } from "#contract/admins";
import type { OpenSession } from "#contract/sessions";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Window } from "../../console/form-modal.tsx";
import { Button, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { SessionRow } from "../../console/sessions-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";

/** Where another operator is signed in, consoles of providers for whom they act among them. */
export function OperatorSessions(props: { operator: Admin; onClose: () => void }) {
  const { id, username } = props.operator;
  const address = `/api/superadmin/admins/${id}/sessions`;
  const sessions = useRead("listSessionsOfOperator", { params: { id } }, polled(30_000));
  const end = useAct("endSessionOfOperator", [address]);
  const endAll = useAct("endSessionsOfOperator", [address]);
  const onError = toastFailure(t("Not signed out"), t("Please try again."));
  const endOne = (session: OpenSession) =>
    end.mutate(
      { params: { id, sessionId: session.id } },
      { onSuccess: () => toastSuccess(t("Signed out there")), onError },
    );
  const onSuccess = () => {
    toastSuccess(t("Signed out there"), t("{username} is signed out everywhere.", { username }));
    props.onClose();
  };
  const everywhere = () =>
    confirmAction({
      title: t("Sign {username} out everywhere?", { username }),
      text: t("They can sign in again. To keep them out, disable them."),
      action: t("Sign out everywhere"),
      onYes: () => endAll.mutate({ params: { id } }, { onSuccess, onError }),
    });
  const busy = end.isPending || endAll.isPending;
  return (
    <Window onClose={props.onClose} title={t("Sessions of {username}", { username })}>
      <Loaded
        query={sessions}
        loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
        failed={{ title: t("Not loaded"), text: t("Please try again.") }}
      >
        {(found) =>
          found.length === 0 ? (
            <Text>{t("{username} is not signed in anywhere.", { username })}</Text>
          ) : (
            <Stack>
              <PlainList gap="sm">
                {found.map((session) => (
                  <SessionRow key={session.id} session={session} busy={busy} onEnd={endOne} />
                ))}
              </PlainList>
              <Group>
                <Button variant="light" color="red" disabled={busy} onClick={everywhere}>
                  {t("Sign out everywhere")}
                </Button>
              </Group>
            </Stack>
          )
        }
      </Loaded>
    </Window>
  );
}

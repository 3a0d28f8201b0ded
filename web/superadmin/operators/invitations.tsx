import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Invitation } from "#contract/invitations";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Button, Hint, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { InviteOperator } from "./invite-operator.tsx";

/** Links by which somebody can still become an operator. */
export function Invitations() {
  const invitations = useRead("listInvitations");
  const [inviting, setInviting] = useState(false);
  return (
    <Card component="section" aria-labelledby="invitations">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="invitations">
            {t("Invitations")}
          </Title>
          <Button icon={IconUserPlus} onClick={() => setInviting(true)}>
            {t("Invite an operator")}
          </Button>
        </Group>
        <Hint>
          {t(
            "They choose username and password by a link, and set up a second factor before they can do anything.",
          )}
        </Hint>
        <Loaded
          query={invitations}
          loading={<LoadingRows rows={1} height={44} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) =>
            found.length === 0 ? (
              <Text size="sm">{t("Nobody is invited.")}</Text>
            ) : (
              <PlainList gap="sm" aria-label={t("Invitations")}>
                {found.map((invitation) => (
                  <Invited key={invitation.id} invitation={invitation} />
                ))}
              </PlainList>
            )
          }
        </Loaded>
      </Stack>
      {inviting ? <InviteOperator onClose={() => setInviting(false)} /> : null}
    </Card>
  );
}

function Invited({ invitation }: { invitation: Invitation }) {
  const { id, name, email, invitedBy, expiresAt } = invitation;
  const withdraw = useAct("withdrawInvitation", ["/api/superadmin/invitations"]);
  const ask = () =>
    confirmAction({
      title: t("Withdraw the invitation of {name}?", { name }),
      text: t("The link opens nothing any more."),
      action: t("Withdraw"),
      onYes: () =>
        withdraw.mutate(
          { params: { id } },
          {
            onSuccess: () => toastSuccess(t("Invitation withdrawn"), name),
            onError: toastFailure(t("Not withdrawn"), t("Please try again.")),
          },
        ),
    });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>{name}</Text>
        {email ? <Hint>{email}</Hint> : null}
        <Hint>
          {t("by {username}, good until", { username: invitedBy })} <When iso={expiresAt} />
        </Hint>
      </Stack>
      <SecondaryButton
        size="sm"
        mih={44}
        busy={withdraw.isPending}
        onClick={ask}
        aria-label={t("Withdraw the invitation of {name}", { name })}
      >
        {t("Withdraw")}
      </SecondaryButton>
    </Group>
  );
}

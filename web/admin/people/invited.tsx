import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { PersonInvitation } from "#contract/people";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Hint, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { roleName } from "../session.ts";

/** Links that still open; nothing where there is none. */
export function Invited() {
  const found = useRead("listPersonInvitations").data ?? [];
  if (found.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="invitations">
      <Stack gap="sm">
        <Title order={2} size="h4" id="invitations">
          {t("Invitations")}
        </Title>
        <PlainList gap="sm" aria-label={t("Invitations")}>
          {found.map((invitation) => (
            <InvitedRow key={invitation.id} invitation={invitation} />
          ))}
        </PlainList>
      </Stack>
    </Card>
  );
}

function InvitedRow({ invitation }: { invitation: PersonInvitation }) {
  const { id, name, email, role, invitedBy, expiresAt } = invitation;
  const withdraw = useAct("withdrawPersonInvitation", ["/api/admin/people"]);
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const ask = () =>
    confirmAction({
      title: t("Withdraw the invitation of {name}?", { name }),
      text: t("The link opens nothing any more."),
      action: t("Withdraw"),
      onYes: () =>
        void withdraw
          .mutateAsync({ params: { id } })
          .then(() => toastSuccess(t("Invitation withdrawn"), name))
          .catch(toastFailure(t("Not withdrawn"), t("Please try again."))),
    });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>
          {name} · {roleName(role)}
        </Text>
        {email ? <Hint>{email}</Hint> : null}
        <Hint>
          {t("by {username}, good until", { username: invitedBy })} <When iso={expiresAt} />
        </Hint>
      </Stack>
      <SecondaryButton
        busy={withdraw.isPending}
        onClick={ask}
        aria-label={t("Withdraw the invitation of {name}", { name })}
      >
        {t("Withdraw")}
      </SecondaryButton>
    </Group>
  );
}

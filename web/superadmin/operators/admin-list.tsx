import { Badge, Button, Card, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { Admin } from "#contract/admins";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { OperatorSessions } from "./operator-sessions.tsx";

const address = "/api/superadmin/admins";

export function AdminList({ providerId }: { providerId?: string }) {
  const admins = useRead("listAdmins", { query: { providerId } });
  const disable = useAct("disableAdmin", [address]);
  const enable = useAct("enableAdmin", [address]);
  const endFactor = useAct("endAdminsSecondFactor", [address]);
  /** Of whom the sessions are looked at. */
  const [looked, setLooked] = useState<Admin | null>(null);
  const busy = disable.isPending || enable.isPending || endFactor.isPending;
  const onError = toastFailure(t("Not changed"), t("Please try again."));
  const shutOut = ({ id, username }: Admin) =>
    confirmAction({
      title: t("Disable {username}?", { username }),
      text: t("They are signed out everywhere at once and cannot sign in until they are enabled again."),
      action: t("Disable"),
      onYes: () =>
        disable.mutate(
          { params: { id } },
          {
            onSuccess: () =>
              toastSuccess(t("Disabled"), t("{username} is signed out everywhere.", { username })),
            onError,
          },
        ),
    });
  const takeFactorOff = ({ id, username }: Admin) =>
    confirmAction({
      title: t("Turn the second factor of {name} off?", { name: username }),
      text: t(
        "For somebody who lost the phone and the recovery codes. They are signed out everywhere, the password alone signs them in, and they are told by a letter.",
      ),
      action: t("Turn off"),
      onYes: () =>
        endFactor.mutate(
          { params: { id } },
          { onSuccess: () => toastSuccess(t("Second factor off"), username), onError },
        ),
    });
  const letIn = ({ id, username }: Admin) =>
    enable.mutate(
      { params: { id } },
      {
        onSuccess: () => toastSuccess(t("Enabled"), t("{username} can sign in again.", { username })),
        onError,
      },
    );
  return (
    <Loaded
      query={admins}
      loading={<LoadingRows rows={2} height={88} label={t("Loading …")} />}
      failed={{ title: t("Not loaded"), text: t("Please try again.") }}
    >
      {(found) => (
        <>
          <PlainList gap="sm">
            {found.map((admin) => (
              <AdminCard
                key={admin.id}
                admin={admin}
                busy={busy}
                onLook={() => setLooked(admin)}
                onEndFactor={() => takeFactorOff(admin)}
                onDisable={() => shutOut(admin)}
                onEnable={() => letIn(admin)}
              />
            ))}
          </PlainList>
          {looked ? <OperatorSessions operator={looked} onClose={() => setLooked(null)} /> : null}
        </>
      )}
    </Loaded>
  );
}

function AdminCard(props: {
  admin: Admin;
  busy: boolean;
  onLook: () => void;
  onEndFactor: () => void;
  onDisable: () => void;
  onEnable: () => void;
}) {
  const { admin, busy } = props;
  const { username, isMe, disabledAt } = admin;
  return (
    <Card component="li">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={600}>{username}</Text>
            {isMe ? <Badge variant="light">{t("You")}</Badge> : null}
            <StatusMark
              tone={disabledAt ? "off" : "good"}
              word={disabledAt ? t("Disabled") : t("Can sign in")}
            />
          </Group>
          <Hint>{[admin.name, admin.email].filter(Boolean).join(" · ")}</Hint>
          <Hint>
            {admin.lastSeenAt ? (
              <>
                {t("Last seen")}: <When iso={admin.lastSeenAt} relative />
              </>
            ) : (
              t("Not signed in")
            )}
            {` · ${admin.hasSecondFactor ? t("With a second factor") : t("Without a second factor")}`}
          </Hint>
        </Stack>
        <Group gap="xs">
          {admin.providerId !== null || disabledAt ? null : isMe ? (
            <SecondaryButton component={Link} to={addresses.profile}>
              {t("Your sessions")}
            </SecondaryButton>
          ) : (
            <SecondaryButton onClick={props.onLook} aria-label={t("Sessions of {username}", { username })}>
              {t("Sessions")}
            </SecondaryButton>
          )}
          {admin.providerId !== null && admin.hasSecondFactor ? (
            <SecondaryButton
              disabled={busy}
              onClick={props.onEndFactor}
              aria-label={t("Turn the second factor off: {name}", { name: username })}
            >
              {t("Turn the second factor off")}
            </SecondaryButton>
          ) : null}
          {isMe ? null : disabledAt ? (
            <SecondaryButton
              disabled={busy}
              onClick={props.onEnable}
              aria-label={t("Enable {username}", { username })}
            >
              {t("Enable")}
            </SecondaryButton>
          ) : (
            <Button
              variant="light"
              color="red"
              disabled={busy}
              onClick={props.onDisable}
              aria-label={t("Disable {username}", { username })}
            >
              {t("Disable")}
            </Button>
          )}
        </Group>
      </Group>
    </Card>
  );
}

import { ActionIcon, Badge, Card, Group, Menu, Stack, Text } from "@mantine/core";
import {
  IconDotsVertical,
  IconGift,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconShieldOff,
  IconTrash,
  IconUserCog,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Person } from "#contract/people";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { roleName } from "../session.ts";

type PersonActs = { role: () => void; freeMinutes: () => void };

/** Somebody who may sign in, and what an owner does with them. */
export function PersonCard({ person, acts }: { person: Person; acts: PersonActs }) {
  const { username, name, email, role, isMe, disabledAt, lastSeenAt, freeMinutes, givenMinutes } = person;
  const factor = person.hasSecondFactor ? t("With a second factor") : t("Without a second factor");
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge variant="light">{roleName(role)}</Badge>
            {isMe ? <Badge variant="default">{t("You")}</Badge> : null}
            {disabledAt ? <StatusMark tone="off" word={t("Switched off")} /> : null}
          </Group>
          <Hint>{[username, email].filter(Boolean).join(" · ")}</Hint>
          {role === "cashier" && freeMinutes > 0 ? (
            <Hint>
              {t("Gave {given} of {most} free minutes today", { given: givenMinutes, most: freeMinutes })}
            </Hint>
          ) : null}
          <Hint>
            {lastSeenAt ? (
              <>
                {t("Last seen")}: <When iso={lastSeenAt} relative />
              </>
            ) : (
              t("Not signed in")
            )}
            {` · ${factor}`}
          </Hint>
        </Stack>
        {isMe ? null : <PersonMenu person={person} acts={acts} />}
      </Group>
    </Card>
  );
}

function PersonMenu({ person, acts }: { person: Person; acts: PersonActs }) {
  const { id, name, role, disabledAt, hasSecondFactor } = person;
  const input = { params: { id } };
  const again = ["/api/admin/people"];
  const disable = useAct("disablePerson", again);
  const enable = useAct("enablePerson", again);
  const signOut = useAct("endPersonSessions", again);
  const endFactor = useAct("endPersonSecondFactor", again);
  const remove = useAct("removePerson", again);
  const busy = [disable, enable, signOut, endFactor, remove].some(({ isPending }) => isPending);
  // By promise: callbacks of `mutate` are dropped when the card unmounts.
  const run = (act: { mutateAsync: (given: typeof input) => Promise<unknown> }, done: string) =>
    void act
      .mutateAsync(input)
      .then(() => toastSuccess(done, name))
      .catch(toastFailure(t("Not changed"), t("Please try again.")));
  const item = (text: string, icon: ReactNode, onClick: () => void, color?: string) => (
    <Menu.Item mih={44} leftSection={icon} onClick={onClick} {...(color ? { color } : {})}>
      {text}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon size={44} color="gray" loading={busy} aria-label={t("More for {who}", { who: name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(t("Change role"), <IconUserCog size={18} aria-hidden />, acts.role)}
        {role === "cashier"
          ? item(t("Free minutes"), <IconGift size={18} aria-hidden />, acts.freeMinutes)
          : null}
        {disabledAt
          ? null
          : item(t("Sign out everywhere"), <IconLogout size={18} aria-hidden />, () =>
              confirmAction({
                title: t("Sign {username} out everywhere?", { username: name }),
                text: t("They can sign in again. To keep them out, switch them off."),
                action: t("Sign out everywhere"),
                onYes: () => run(signOut, t("Signed out everywhere")),
              }),
            )}
        {hasSecondFactor
          ? item(t("Turn the second factor off"), <IconShieldOff size={18} aria-hidden />, () =>
              confirmAction({
                title: t("Turn the second factor of {name} off?", { name }),
                text: t(
                  "For somebody who lost the phone and the recovery codes. They are signed out everywhere, the password alone signs them in, and they are told by a letter.",
                ),
                action: t("Turn off"),
                onYes: () => run(endFactor, t("Second factor off")),
              }),
            )
          : null}
        {disabledAt
          ? item(t("Switch on"), <IconLockOpen size={18} aria-hidden />, () => run(enable, t("Switched on")))
          : item(t("Switch off"), <IconLock size={18} aria-hidden />, () =>
              confirmAction({
                title: t("Switch {name} off?", { name }),
                text: t(
                  "They are signed out everywhere at once and cannot sign in until you switch them on.",
                ),
                action: t("Switch off"),
                onYes: () => run(disable, t("Switched off")),
              }),
            )}
        {item(
          t("Remove"),
          <IconTrash size={18} aria-hidden />,
          () =>
            confirmAction({
              title: t("Remove {name}?", { name }),
              text: t(
                "They are signed out everywhere and cannot sign in any more. This cannot be undone; what they did stays under their name.",
              ),
              action: t("Remove"),
              onYes: () => run(remove, t("Removed")),
            }),
          "red",
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconClockPlus, IconDeviceMobileShare, IconDotsVertical } from "@tabler/icons-react";
import type { HotspotUser } from "#contract/users";
import { t } from "../../console/language.ts";
import { calledName, isOver } from "./format-user.ts";

export type UserActs = {
  view: (user: HotspotUser) => void;
  disconnect: (user: HotspotUser) => void;
  allow: (user: HotspotUser) => void;
  extend: (user: HotspotUser) => void;
  move: (user: HotspotUser) => void;
};

/** Of a row and of a card: View, Disconnect or its undo while there is something to cut off, the rest behind a menu. */
export function UserButtons(props: { user: HotspotUser; acts: UserActs; wide?: boolean }) {
  const { user, acts, wide = false } = props;
  const who = calledName(user);
  const look = { size: "sm", variant: wide ? "subtle" : "default", px: wide ? 8 : "md", mih: 44 } as const;
  const isCutOff = user.status === "cut_off";
  return (
    <Group gap={wide ? 0 : "xs"} wrap="nowrap" justify={wide ? "flex-end" : "flex-start"}>
      <Button {...look} onClick={() => acts.view(user)} aria-label={t("View {who}", { who })}>
        {t("View")}
      </Button>
      {isCutOff ? (
        <Button {...look} onClick={() => acts.allow(user)} aria-label={t("Allow again {who}", { who })}>
          {t("Allow again")}
        </Button>
      ) : isOver(user) ? null : (
        <Button
          {...look}
          color="red"
          onClick={() => acts.disconnect(user)}
          aria-label={t("Disconnect {who}", { who })}
        >
          {t("Disconnect")}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon color="gray" aria-label={t("More for {who}", { who })}>
            <IconDotsVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            leftSection={<IconClockPlus size={18} aria-hidden />}
            onClick={() => acts.extend(user)}
          >
            {t("Extend time")}
          </Menu.Item>
          {isOver(user) ? null : (
            <Menu.Item
              mih={44}
              leftSection={<IconDeviceMobileShare size={18} aria-hidden />}
              onClick={() => acts.move(user)}
            >
              {t("Move device")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconBan, IconClockPlus, IconDeviceMobileShare, IconDotsVertical } from "@tabler/icons-react";
import type { HotspotUser } from "#contract/users";
import { t } from "../../console/language.ts";
import { may as mayAsk } from "../api.ts";
import { allowedActs } from "./allowed-acts.ts";
import { calledName } from "./format-user.ts";

export type UserActs = {
  view: (user: HotspotUser) => void;
  disconnect: (user: HotspotUser) => void;
  allow: (user: HotspotUser) => void;
  extend: (user: HotspotUser) => void;
  move: (user: HotspotUser) => void;
};

/** Of a row: View, what undoes a disconnect, and the rest behind a menu: a column of red words says nothing of anybody. */
export function UserButtons({ user, acts }: { user: HotspotUser; acts: UserActs }) {
  const who = calledName(user);
  const look = { size: "sm", variant: "subtle", px: 8, h: 36 } as const;
  const may = allowedActs(user);
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {mayAsk("userDetails") ? (
        <Button {...look} onClick={() => acts.view(user)} aria-label={t("View {who}", { who })}>
          {t("View")}
        </Button>
      ) : null}
      {may.allow ? (
        <Button {...look} onClick={() => acts.allow(user)} aria-label={t("Allow again {who}", { who })}>
          {t("Allow again")}
        </Button>
      ) : null}
      {may.extend || may.move || may.disconnect ? (
        <Menu position="bottom-end" shadow="md" withinPortal>
          <Menu.Target>
            <ActionIcon color="gray" size={36} aria-label={t("More for {who}", { who })}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may.extend ? (
              <Menu.Item
                mih={44}
                leftSection={<IconClockPlus size={18} aria-hidden />}
                onClick={() => acts.extend(user)}
              >
                {t("Extend time")}
              </Menu.Item>
            ) : null}
            {may.move ? (
              <Menu.Item
                mih={44}
                leftSection={<IconDeviceMobileShare size={18} aria-hidden />}
                onClick={() => acts.move(user)}
              >
                {t("Move device")}
              </Menu.Item>
            ) : null}
            {may.disconnect ? (
              <Menu.Item
                mih={44}
                color="red"
                leftSection={<IconBan size={18} aria-hidden />}
                onClick={() => acts.disconnect(user)}
              >
                {t("Disconnect")}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
}

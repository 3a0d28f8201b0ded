import { ActionIcon, Group, Menu, Tooltip } from "@mantine/core";
import {
  IconDotsVertical,
  IconInfoCircle,
  IconLink,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTerminal2,
  IconTrash,
  IconUnlink,
} from "@tabler/icons-react";
import type { PlatformRouter } from "#contract/platform-routers";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";
import { useRouterChanges } from "./use-router-changes.ts";

export type RouterOpeners = {
  onDetails: (router: PlatformRouter) => void;
  onAssign: (router: PlatformRouter) => void;
  onEdit: (router: PlatformRouter) => void;
  onCheck: (router: PlatformRouter) => void;
  onSetUp: (router: PlatformRouter) => void;
};

export function RouterActions(props: RouterOpeners & { router: PlatformRouter }) {
  const { router, onDetails, onAssign, onEdit, onCheck, onSetUp } = props;
  const { name } = router;
  const changes = useRouterChanges(router);
  const isActive = router.status === "active";
  const size = 20;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={t("Details")}>
        <ActionIcon aria-label={t("Details of {name}", { name })} onClick={() => onDetails(router)}>
          <IconInfoCircle size={size} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <TestButton router={router} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t("More actions for {name}", { name })} loading={changes.busy}>
            <IconDotsVertical size={size} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {router.providerId === null ? (
            <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => onAssign(router)}>
              {t("Assign")}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUnlink size={18} aria-hidden />} onClick={changes.unassign}>
              {t("Unassign")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={
              isActive ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
            }
            onClick={isActive ? changes.suspend : changes.activate}
          >
            {isActive ? t("Suspend") : t("Activate")}
          </Menu.Item>
          <Menu.Item leftSection={<IconListCheck size={18} aria-hidden />} onClick={() => onCheck(router)}>
            {t("Checklist")}
          </Menu.Item>
          <Menu.Item leftSection={<IconTerminal2 size={18} aria-hidden />} onClick={() => onSetUp(router)}>
            {t("Set up router")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onEdit(router)}>
            {t("Edit")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={changes.remove}>
            {t("Delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** Each row has its own pending state. */
function TestButton({ router }: { router: PlatformRouter }) {
  const test = useAct("testRouter", rereads);
  const run = () =>
    test.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ success, message }) => {
          if (success) toastSuccess(t("Connection Successful"), t("Router is online and responding"));
          else toastError(t("Connection Failed"), withReason(t("Failed to connect to router"), message));
        },
        onError: (error) =>
          toastError(
            t("Connection Test Failed"),
            withReason(t("Failed to test router connection"), errorText(error, "")),
          ),
      },
    );
  return (
    <Tooltip label={t("Test")}>
      <ActionIcon
        aria-label={t("Test connection of {name}", { name: router.name })}
        loading={test.isPending}
        onClick={run}
      >
        <IconPlugConnected size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function withReason(text: string, why: string): string {
  return why === "" || why === text ? text : `${text}: ${why}`;
}

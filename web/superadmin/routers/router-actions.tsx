import { ActionIcon, Group, Menu } from "@mantine/core";
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
  IconTransferIn,
  IconTrash,
  IconUnlink,
} from "@tabler/icons-react";
import type { PlatformRouter } from "#contract/platform-routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";

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
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <IconButton
        icon={IconInfoCircle}
        name={t("Details of {name}", { name })}
        tip={t("Details")}
        onClick={() => onDetails(router)}
      />
      <TestButton router={router} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t("More actions for {name}", { name })} loading={changes.busy}>
            <IconDotsVertical size={size} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {router.state === "taken_over" ? (
            <Menu.Item leftSection={<IconTransferIn size={18} aria-hidden />} onClick={changes.reclaim}>
              {t("Get it back")}
            </Menu.Item>
          ) : null}
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
    <IconButton
      icon={IconPlugConnected}
      name={t("Test connection of {name}", { name: router.name })}
      tip={t("Test")}
      loading={test.isPending}
      onClick={run}
    />
  );
}

function withReason(text: string, why: string): string {
  return why === "" || why === text ? text : `${text}: ${why}`;
}

type Changes = {
  busy: boolean;
  reclaim: () => void;
  unassign: () => void;
  suspend: () => void;
  activate: () => void;
  remove: () => void;
};

type Confirmed = { params: { id: string }; query: { confirm?: "true" } };

/** A refusal that names running purchases is asked about once more. */
export function useRouterChanges({ id, name, provider, bridgeName }: PlatformRouter): Changes {
  const reclaim = useAct("reclaimRouter", rereads);
  const unassign = useAct("unassignRouter", rereads);
  const suspend = useAct("suspendRouter", rereads);
  const activate = useAct("activateRouter", rereads);
  const remove = useAct("removeRouter", rereads);
  const params = { id };

  /** By promise: callbacks of `mutate` are dropped when the row unmounts. */
  const after = (
    work: Promise<{ message: string }>,
    done: string,
    fault: { title: string; text: string },
  ): void =>
    void work.then(({ message }) => toastSuccess(done, message), toastFailure(fault.title, fault.text));
  /** Once more, knowing what still runs there. */
  const withRunning = async (
    call: (input: Confirmed) => Promise<{ message: string }>,
    texts: { done: string; fault: { title: string; text: string }; allTheSame: string },
  ): Promise<void> => {
    try {
      toastSuccess(texts.done, (await call({ params, query: {} })).message);
    } catch (error) {
      if (error instanceof RequestError && error.status === 409)
        confirmAction({
          title: t("{name} is in use", { name }),
          text: error.sentence,
          action: texts.allTheSame,
          onYes: () => after(call({ params, query: { confirm: "true" } }), texts.done, texts.fault),
        });
      else toastError(texts.fault.title, errorText(error, texts.fault.text));
    }
  };

  const askReclaim = () =>
    confirmAction({
      title: t("Get {name} back?", { name }),
      text: t(
        "Its bridge {bridge} runs it again, and the one that took it over stops there by itself. Who is online stays online. If somebody else set that one up, talk to them first.",
        { bridge: bridgeName ?? "" },
      ),
      action: t("Get it back"),
      onYes: () =>
        after(reclaim.mutateAsync({ params }), t("Router Updated"), {
          title: t("Update Failed"),
          text: t("Failed to change the router"),
        }),
    });
  const askUnassign = () =>
    confirmAction({
      title: t("Take {name} from {provider}?", { name, provider: provider?.businessName ?? "" }),
      text: t("It serves nobody until it is assigned again. What it sold stays in its provider's reports."),
      action: t("Unassign router"),
      onYes: () =>
        void withRunning((input) => unassign.mutateAsync(input), {
          done: t("Router Unassigned"),
          fault: { title: t("Unassignment Failed"), text: t("Failed to unassign router") },
          allTheSame: t("Unassign it all the same"),
        }),
    });
  const askSuspend = () =>
    confirmAction({
      title: t("Suspend {name}?", { name }),
      text: t(
        "It sells nothing until you activate it again. Whoever is online stays online until the end of what they bought.",
      ),
      action: t("Suspend router"),
      onYes: () =>
        after(suspend.mutateAsync({ params }), t("Router Suspended"), {
          title: t("Suspend Failed"),
          text: t("Failed to suspend router"),
        }),
    });
  const askRemove = () =>
    confirmAction({
      title: t("Delete {name}?", { name }),
      text: t(
        "It serves nobody any more and leaves this list. What it sold stays in the reports. This cannot be undone.",
      ),
      action: t("Delete router"),
      onYes: () =>
        void withRunning((input) => remove.mutateAsync(input), {
          done: t("Router Deleted"),
          fault: { title: t("Delete Failed"), text: t("Failed to delete router") },
          allTheSame: t("Delete it all the same"),
        }),
    });
  return {
    busy:
      reclaim.isPending || unassign.isPending || suspend.isPending || activate.isPending || remove.isPending,
    reclaim: askReclaim,
    unassign: askUnassign,
    suspend: askSuspend,
    activate: () =>
      after(activate.mutateAsync({ params }), t("Router Activated"), {
        title: t("Activation Failed"),
        text: t("Failed to activate router"),
      }),
    remove: askRemove,
  };
}

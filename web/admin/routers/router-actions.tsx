import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconListCheck, IconPlugConnected, IconTerminal2, IconTrash } from "@tabler/icons-react";
import type { AssignedRouter } from "#contract/routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** Dialogs belong to the list, so that they stay open when rows become cards. */
export type RouterWindow = "check" | "set-up";

export function RouterActions(props: {
  router: AssignedRouter;
  onOpen: (window: RouterWindow, router: AssignedRouter) => void;
  /** On a card there is no room for all of them in a line. */
  isOnCard?: boolean;
}) {
  const { router, onOpen, isOnCard = false } = props;
  const remove = useRemoval(router);
  const { name } = router;
  return (
    <Group gap="xs" wrap={isOnCard ? "wrap" : "nowrap"} justify="flex-end">
      <TestButton router={router} />
      <Tooltip label={t("Checklist")}>
        <ActionIcon
          variant="default"
          aria-label={t("Checklist of {name}", { name })}
          onClick={() => onOpen("check", router)}
        >
          <IconListCheck size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("Set up router")}>
        <ActionIcon
          variant="default"
          aria-label={t("Set up {name}", { name })}
          onClick={() => onOpen("set-up", router)}
        >
          <IconTerminal2 size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        color="red"
        aria-label={t("Remove {name}", { name })}
        disabled={remove.busy}
        onClick={remove.ask}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Each row has its own pending state. */
function TestButton({ router }: { router: AssignedRouter }) {
  const test = useAct("testRouter", ["/api/admin/routers"]);
  const otherwise = t("Failed to connect to router");
  const run = () =>
    test.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ success, message }) => {
          if (success) toastSuccess(t("Connection Successful"), message);
          else toastError(t("Connection Failed"), withReason(otherwise, message));
        },
        onError: (error) =>
          toastError(t("Connection Test Failed"), withReason(otherwise, errorText(error, ""))),
      },
    );
  return (
    <SecondaryButton
      mih={44}
      miw="max-content"
      leftSection={<IconPlugConnected size={18} aria-hidden />}
      loading={test.isPending}
      aria-label={t("Test connection of {name}", { name: router.name })}
      onClick={run}
    >
      {t("Test connection")}
    </SecondaryButton>
  );
}

/** "Failed to connect to router: The router did not answer in time." */
function withReason(text: string, why: string): string {
  return why === "" || why === text ? text : `${text}: ${why}`;
}

/** Asks; and once more with the server's sentence where purchases still run on it. */
function useRemoval(router: AssignedRouter): { busy: boolean; ask: () => void } {
  const remove = useAct("removeRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const { id, name } = router;
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const run = (confirm: boolean): Promise<void> =>
    remove.mutateAsync({ params: { id }, query: confirm ? { confirm: "true" } : {} }).then(
      ({ message }) => toastSuccess(t("Router removed"), message),
      (error: unknown) => {
        if (!confirm && error instanceof RequestError && error.status === 409)
          confirmAction({
            title: t("Purchases are running on {name}", { name }),
            text: error.sentence,
            action: t("Remove it all the same"),
            onYes: () => void run(true),
          });
        else toastError(t("Delete Failed"), errorText(error, t("Failed to remove the router")));
      },
    );
  const ask = () =>
    confirmAction({
      title: t("Remove {name}?", { name }),
      text: t("It serves nobody any more and leaves this list. Its sales stay in your reports."),
      action: t("Remove router"),
      onYes: () => void run(false),
    });
  return { busy: remove.isPending, ask };
}

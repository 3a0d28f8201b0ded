import type { PlatformRouter } from "#contract/platform-routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";

type Changes = {
  busy: boolean;
  unassign: () => void;
  suspend: () => void;
  activate: () => void;
  remove: () => void;
};

type Confirmed = { params: { id: string }; query: { confirm?: "true" } };

/** A refusal that names running purchases is asked about once more. */
export function useRouterChanges({ id, name, provider }: PlatformRouter): Changes {
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
          ...{ title: t("Suspend Failed"), text: t("Failed to suspend router") },
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
    busy: unassign.isPending || suspend.isPending || activate.isPending || remove.isPending,
    unassign: askUnassign,
    suspend: askSuspend,
    activate: () =>
      after(activate.mutateAsync({ params }), t("Router Activated"), {
        ...{ title: t("Activation Failed"), text: t("Failed to activate router") },
      }),
    remove: askRemove,
  };
}

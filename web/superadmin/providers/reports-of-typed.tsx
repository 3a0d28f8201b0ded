import { Group, Text } from "@mantine/core";
import { confirmAction } from "../../console/confirm-action.tsx";
import { SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";

type Registered = { success: boolean; message: string };

/** Since when the gateway reports what is typed at a pay bill, and the button that asks it to. */
export function ReportsOfTyped(props: {
  account: string;
  since: string | null;
  fault: string | null;
  /** Of whose pay bill it is, as a reader hears it. */
  name: string;
  /** What asking for it does. */
  what: string;
  busy: boolean;
  onRegister: (on: { onSuccess: (done: Registered) => void; onError: (cause: Error) => void }) => void;
}) {
  const { account, since, fault, name, what, busy, onRegister } = props;
  const otherwise = t("Typed payments are not reported. Please try again.");
  const ask = () =>
    confirmAction({
      title: t("Receive payments typed at {account}?", { account }),
      text: what,
      action: t("Register at Safaricom"),
      onYes: () =>
        onRegister({
          onSuccess: ({ success, message }) =>
            success
              ? toastSuccess(t("Typed payments are received"), message)
              : toastError(t("Registration Failed"), message || otherwise),
          onError: toastFailure(t("Registration Failed"), otherwise),
        }),
    });
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <div role="status" style={{ minWidth: 0, flex: "1 1 12rem" }}>
        <Text size="sm">
          {since
            ? t("Typed payments are received since:")
            : t("Payments typed by hand are not received yet.")}{" "}
          {since ? <When iso={since} /> : null}
        </Text>
        {fault ? (
          <Text size="sm" c="red" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        ) : null}
      </div>
      <SecondaryButton
        aria-label={
          since && !fault
            ? t("Register again: {name}", { name })
            : t("Receive typed payments of {name}", { name })
        }
        busy={busy}
        onClick={ask}
      >
        {since && !fault ? t("Register again") : t("Receive typed payments")}
      </SecondaryButton>
    </Group>
  );
}

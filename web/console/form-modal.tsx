import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { useIsPhone } from "./media.ts";

export type FormModalProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The call is on its way: the form can be neither sent twice nor closed. */
  busy: boolean;
  /** What went wrong, as a sentence; stays in the form while a toast would go. */
  error?: string | null;
  action: string;
  busyAction: string;
  /** Sending it stops or takes away something. */
  isDangerous?: boolean;
  /** Not yet complete enough to be sent. */
  disabled?: boolean;
  size?: string;
  /** Opens over another window that stays. */
  isOnTop?: boolean;
  children: ReactNode;
};

/** A form of its own: the whole screen on a phone, a window on a desk. */
export function FormModal(props: FormModalProps) {
  const phone = useIsPhone();
  const { opened, busy, error, size = "md" } = props;
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={props.title}
      size={size}
      {...(props.isOnTop ? { zIndex: 300 } : {})}
      fullScreen={phone}
      radius={phone ? 0 : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <form onSubmit={props.onSubmit} noValidate>
        <Stack>
          {error ? (
            <Alert color="red" variant="light" role="alert">
              {error}
            </Alert>
          ) : null}
          {props.children}
          <Group justify="flex-end" gap="sm" grow={phone} preventGrowOverflow={false}>
            <SecondaryButton onClick={close} disabled={busy}>
              {t("Cancel")}
            </SecondaryButton>
            <Button
              type="submit"
              {...(props.isDangerous ? { color: "red" } : {})}
              disabled={busy || (props.disabled ?? false)}
              aria-busy={busy}
            >
              {busy ? props.busyAction : props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

import { Alert, Button, Drawer, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useBackCloses } from "./back-closes.ts";
import { useHeldForm } from "./held-forms.ts";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { useIsPhone } from "./media.ts";

type FormModalProps = {
  /** Without it the window is open while it is mounted. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The call is on its way: the form can be neither sent twice nor closed. */
  busy: boolean;
  /** What went wrong, as a sentence; stays in the form while a toast would go. */
  error?: string | null;
  action: string;
  busyAction: string;
  /** Right before it is sent by that button. */
  onAction?: () => void;
  /** Another way to send it. */
  other?: { action: string; onAction: () => void };
  /** Sending it stops or takes away something. */
  isDangerous?: boolean;
  /** Not yet complete enough to be sent. */
  disabled?: boolean;
  size?: string;
  /** More than a screen: its buttons stay in sight. */
  isLong?: boolean;
  /** Opens over another window that stays. */
  isOnTop?: boolean;
  children: ReactNode;
};

/** The whole screen on a phone, a window on a desk. */
export function Window(props: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  const phone = useIsPhone();
  useBackCloses(props.opened ?? true, props.onClose);
  return (
    <Modal
      opened
      fullScreen={phone}
      radius={phone ? 0 : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
      {...props}
    />
  );
}

/** What is wrong with the form and with no field of it. */
export function FormProblem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}

const inSight = {
  position: "sticky",
  bottom: 0,
  // Above the signs in fields, which Mantine lifts.
  zIndex: 2,
  background: "var(--mantine-color-body)",
} as const;

/** A form of its own: the whole screen on a phone, a window on a desk. */
export function FormModal(props: FormModalProps) {
  const phone = useIsPhone();
  const { opened = true, busy, error, size = "md" } = props;
  useHeldForm(opened);
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Window
      opened={opened}
      onClose={close}
      title={props.title}
      size={size}
      {...(props.isOnTop ? { zIndex: 300 } : {})}
    >
      <form onSubmit={props.onSubmit} noValidate>
        <Stack>
          {props.children}
          <FormProblem text={error ?? null} />
          <Group
            justify="flex-end"
            gap="sm"
            grow={phone}
            preventGrowOverflow={false}
            {...(props.isLong ? { py: "sm", style: inSight } : {})}
          >
            <SecondaryButton onClick={close} disabled={busy}>
              {t("Cancel")}
            </SecondaryButton>
            {props.other ? (
              <SecondaryButton
                type="submit"
                disabled={busy || (props.disabled ?? false)}
                onClick={props.other.onAction}
              >
                {props.other.action}
              </SecondaryButton>
            ) : null}
            <Button
              type="submit"
              onClick={props.onAction}
              {...(props.isDangerous ? { color: "red" } : {})}
              disabled={busy || (props.disabled ?? false)}
              aria-busy={busy}
            >
              {busy ? props.busyAction : props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Window>
  );
}

export function Sheet(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}) {
  const phone = useIsPhone();
  useBackCloses(props.opened, props.onClose);
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      position={phone ? "bottom" : "right"}
      size={phone ? "90%" : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      {props.children}
    </Drawer>
  );
}

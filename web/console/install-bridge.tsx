import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { minuteMs } from "#contract/values/time";
import { useBackCloses } from "./back-closes.ts";
import { useCallForm } from "./call-form.ts";
import { CopyButton } from "./copy-button.tsx";
import { minutesSeconds, useCountdown } from "./countdown.ts";
import { FormModal } from "./form-modal.tsx";
import { Hint, SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { SendLine } from "./send-line.tsx";

/** How long a code is good for. */
const codeMs = 15 * minuteMs;

type NewCode = { code: string; installCommand: string; expiresAt: string };
type Made = NewCode & { name: string };
type Bridge = { name: string; isOnline: boolean; enrolledAt: string };

type InstallBridgeProps = {
  /** "Install a bridge" and "Name of the bridge" unless told. */
  title?: string;
  nameLabel?: string;
  /** In the field at first. */
  name?: string;
  make: (name: string) => Promise<NewCode>;
  /** The bridges as they are every few seconds, so that the new one is seen. */
  useBridges: () => readonly Bridge[] | undefined;
  about: string;
  choice?: ReactNode;
  /** What is better now, after "… is connected." */
  connected: string;
  onClose: () => void;
};

export function InstallBridge(props: InstallBridgeProps) {
  const [made, setMade] = useState<Made | null>(null);
  return made ? (
    <ShowCode key={made.code} made={made} onAgain={() => setMade(null)} {...props} />
  ) : (
    <NameBridge onMade={setMade} {...props} />
  );
}

function NameBridge(props: InstallBridgeProps & { onMade: (made: Made) => void }) {
  const { form, modal } = useCallForm({
    initialValues: { name: props.name ?? "" },
    body: ({ name }) => name.trim(),
    send: props.make,
    failure: { text: t("Failed to make a code") },
    onDone: (answer, { name }) => props.onMade({ name: name.trim(), ...answer }),
  });
  return (
    <FormModal
      onClose={props.onClose}
      title={props.title ?? t("Install a bridge")}
      {...modal}
      action={t("Show the code")}
      busyAction={t("Making a code...")}
    >
      <Text size="sm">{props.about}</Text>
      {props.choice}
      <TextInput
        label={props.nameLabel ?? t("Name of the bridge")}
        description={t("The name of a bridge that stopped lets the new one take its place.")}
        placeholder={props.nameLabel ? undefined : t("Office computer")}
        maxLength={60}
        data-autofocus
        {...form.getInputProps("name")}
      />
    </FormModal>
  );
}

function ShowCode(props: InstallBridgeProps & { made: Made; onAgain: () => void }) {
  const { made, onAgain, onClose, useBridges } = props;
  useBackCloses(true, onClose);
  const leftMs = useCountdown(codeMs);
  const bridge = useBridges()?.find((one) => isNew(one, made));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("Install {name}", { name: made.name })}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Stack>
        {bridge?.isOnline ? (
          <Alert color="teal" icon={<IconCheck aria-hidden />} title={t("Connected")} role="status">
            {t("{name} is connected.", { name: made.name })} {props.connected}
          </Alert>
        ) : leftMs === 0 && !bridge ? (
          <Alert color="yellow" title={t("This code is no longer good")} role="status">
            <SecondaryButton onClick={onAgain}>{t("Make a new code")}</SecondaryButton>
          </Alert>
        ) : (
          <>
            <Text size="sm">{t("On that Linux machine, run this one line in a terminal:")}</Text>
            <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {made.installCommand}
            </Code>
            <Group gap="xs">
              <CopyButton text={made.installCommand} name={t("Copy the line")} labelled />
              <SendLine line={made.installCommand} title={t("Install {name}", { name: made.name })} />
            </Group>
            <Text size="sm">
              {t("Code")}: <Code fz="md">{made.code}</Code>
            </Text>
            <Text size="sm" role="timer">
              {t("Good for {time}, and once", { time: minutesSeconds(leftMs) })}
            </Text>
            <Hint role="status">
              {bridge ? t("Installed. Waiting for its connection …") : t("Waiting for the bridge …")}
            </Hint>
          </>
        )}
        <Button variant={bridge?.isOnline ? "filled" : "default"} onClick={onClose}>
          {bridge?.isOnline ? t("Done") : t("Close")}
        </Button>
      </Stack>
    </Modal>
  );
}

/** Both times are the server's. */
function isNew({ name, enrolledAt }: Bridge, made: Made): boolean {
  const madeAt = Date.parse(made.expiresAt) - codeMs;
  return name.toLowerCase() === made.name.toLowerCase() && Date.parse(enrolledAt) >= madeAt;
}

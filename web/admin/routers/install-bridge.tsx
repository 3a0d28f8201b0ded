import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { type ReactElement, useEffect, useState } from "react";
import type { OwnBridge } from "#contract/routers";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { reason } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";

/** How long a code is good for: counted here from its arrival, because this device's clock may be wrong. */
const codeMs = 15 * 60_000;

type Made = { name: string; code: string; installCommand: string; expiresAt: string };

export function InstallBridge({ onClose }: { onClose: () => void }): ReactElement {
  const [made, setMade] = useState<Made | null>(null);
  return made ? (
    <ShowCode key={made.code} made={made} onAgain={() => setMade(null)} onClose={onClose} />
  ) : (
    <NameBridge onMade={setMade} onClose={onClose} />
  );
}

function NameBridge(props: { onMade: (made: Made) => void; onClose: () => void }): ReactElement {
  const [error, setError] = useState<string | null>(null);
  const create = useAct("createBridgeCode");
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "" },
    validate: { name: (name) => (name.trim() === "" ? t("Give the bridge a name") : null) },
  });
  const submit = form.onSubmit(({ name }) => {
    setError(null);
    create.mutate(
      { body: { name } },
      {
        onSuccess: (answer) => props.onMade({ name: name.trim(), ...answer }),
        onError: (cause) => setError(reason(cause, t("Failed to make a code"))),
      },
    );
  });
  return (
    <FormModal
      opened
      onClose={props.onClose}
      title={t("Install a bridge")}
      onSubmit={submit}
      busy={create.isPending}
      error={error}
      action={t("Show the code")}
      busyAction={t("Making a code...")}
    >
      <Text size="sm">
        {t(
          "It runs on any machine at your site that stays on and reaches your routers: an old computer or a small board with Node 24.",
        )}
      </Text>
      <TextInput
        label={t("Name of the bridge")}
        description={t("The name of a bridge that stopped lets the new one take its place.")}
        placeholder={t("Office computer")}
        maxLength={60}
        data-autofocus
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
    </FormModal>
  );
}

function ShowCode(props: { made: Made; onAgain: () => void; onClose: () => void }): ReactElement {
  const { made, onAgain, onClose } = props;
  const leftMs = useCountdown(codeMs);
  const bridges = useRead("listBridges", {}, polled(3_000));
  const bridge = bridges.data?.find((one) => isNew(one, made));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("Install {name}", { name: made.name })}
      closeButtonProps={{ "aria-label": t("Close") }}
    >
      <Stack>
        {bridge?.isOnline ? (
          <Alert color="teal" icon={<IconCheck aria-hidden />} title={t("Connected")} role="status">
            {t("{name} is connected. Your routers are reached through it from now on.", { name: made.name })}
          </Alert>
        ) : leftMs === 0 && !bridge ? (
          <Alert color="yellow" title={t("This code is no longer good")} role="status">
            <Button variant="default" onClick={onAgain}>
              {t("Make a new code")}
            </Button>
          </Alert>
        ) : (
          <>
            <Text size="sm">{t("In the folder of this product on that machine, run this one line:")}</Text>
            <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {made.installCommand}
            </Code>
            <Group gap="xs">
              <CopyButton text={made.installCommand} name={t("Copy the line")} labelled />
            </Group>
            <Text size="sm">
              {t("Code")}: <Code fz="md">{made.code}</Code>
            </Text>
            <Text size="sm" role="timer">
              {t("Good for {time}, and once", { time: minutesSeconds(leftMs) })}
            </Text>
            <Text size="sm" c="dimmed" role="status">
              {bridge ? t("Installed. Waiting for its line …") : t("Waiting for the bridge …")}
            </Text>
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
function isNew({ name, enrolledAt }: OwnBridge, made: Made): boolean {
  const madeAt = Date.parse(made.expiresAt) - codeMs;
  return name.toLowerCase() === made.name.toLowerCase() && Date.parse(enrolledAt) >= madeAt;
}

/** Milliseconds that are left, in whole seconds. */
function useCountdown(fromMs: number): number {
  const [left, setLeft] = useState(fromMs);
  useEffect(() => {
    const end = performance.now() + fromMs;
    const timer = setInterval(() => {
      setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000) * 1_000));
    }, 1_000);
    return () => clearInterval(timer);
  }, [fromMs]);
  return left;
}

function minutesSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

import { Box, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { QrCode } from "../../console/qr-code.tsx";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** First the password, then a new key for the app and one code of it. */
export function TurnOn(props: {
  opened: boolean;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const begin = useAct("beginSecondFactor");
  const confirm = useAct("confirmSecondFactor", ["/api/superadmin/second-factor"]);
  const begun = begin.data;
  const close = () => {
    setPassword("");
    setCode("");
    begin.reset();
    confirm.reset();
    props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!begun) {
      begin.mutate({ body: { currentPassword: password } });
      return;
    }
    confirm.mutate(
      { body: { code } },
      {
        onSuccess: ({ recoveryCodes }) => {
          props.onCodes(recoveryCodes);
          toastSuccess(t("Second factor on"), t("Keep your recovery codes before you leave this page."));
          close();
        },
      },
    );
  };
  const fault = begun ? confirm.error : begin.error;
  return (
    <FormModal
      opened={props.opened}
      onClose={close}
      title={t("Turn the second factor on")}
      onSubmit={submit}
      busy={begin.isPending || confirm.isPending}
      error={fault ? errorText(fault, t("Please try again.")) : null}
      action={begun ? t("Turn on") : t("Continue")}
      busyAction={t("Checking...")}
      disabled={begun ? code.trim() === "" : password === ""}
    >
      {begun ? (
        <NewKey address={begun.address} secret={begun.key} code={code} onCode={setCode} />
      ) : (
        <PasswordField
          label={t("Current password")}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </FormModal>
  );
}

function NewKey(props: { address: string; secret: string; code: string; onCode: (code: string) => void }) {
  return (
    <Stack>
      <Text size="sm">
        {t("Scan this with an authenticator app on your phone, then enter the six digits that it shows.")}
      </Text>
      {/* White in every look: cameras read dark on light. */}
      <Box bg="#fff" p="xs" w={220} maw="100%" mx="auto" role="img" aria-label={t("QR code of the new key")}>
        <QrCode text={props.address} />
      </Box>
      <Hint>{t("Or type this key into the app:")}</Hint>
      <Group gap="xs" wrap="nowrap">
        <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
          {props.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </Text>
        <CopyButton text={props.secret} name={t("Copy key")} />
      </Group>
      <TextInput
        label={t("Code of your authenticator app")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={props.code}
        onChange={(event) => props.onCode(event.currentTarget.value)}
      />
    </Stack>
  );
}

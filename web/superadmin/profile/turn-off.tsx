import { Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

export function TurnOff(props: { opened: boolean; onClose: () => void; onDone: () => void }): ReactElement {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const end = useAct("endSecondFactor", ["/api/superadmin/second-factor"]);
  const close = () => {
    setPassword("");
    setCode("");
    end.reset();
    props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.mutate(
      { body: { currentPassword: password, code } },
      {
        onSuccess: () => {
          toastSuccess(t("Second factor off"), t("The password alone signs you in now."));
          props.onDone();
          close();
        },
      },
    );
  };
  return (
    <FormModal
      opened={props.opened}
      onClose={close}
      title={t("Turn the second factor off")}
      onSubmit={submit}
      busy={end.isPending}
      error={end.error ? errorText(end.error, t("Please try again.")) : null}
      action={t("Turn off")}
      busyAction={t("Checking...")}
      disabled={password === "" || code.trim() === ""}
    >
      <Text size="sm">
        {t("The password alone will sign you in, and your recovery codes will be worth nothing.")}
      </Text>
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={t("Code of your authenticator app")}
        description={t("Six digits, or one of your recovery codes.")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormModal>
  );
}

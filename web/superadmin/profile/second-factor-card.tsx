import { Alert, Box, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconLock, IconPrinter } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { SecondFactor } from "#contract/second-factor";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint, SecondaryButton, StatusMark, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { PasswordField } from "../../console/password-field.tsx";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { QrCode } from "../../console/qr-code.tsx";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";

/** Fewer left than this, and it is time for new ones. */
const few = 3;

export function SecondFactorCard({ factor }: { factor: SecondFactor }) {
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  /** Shown only once. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { isOn, recoveryCodes: left } = factor;
  const close = () => setOpen(null);
  return (
    <Card component="section" aria-labelledby="second-factor">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="second-factor">
            {t("Second factor")}
          </Title>
          <StatusMark tone={isOn ? "good" : "off"} word={isOn ? t("On") : t("Off")} />
        </Group>
        <Hint>
          {isOn
            ? t("Signing in asks for a code of your authenticator app beside the password.")
            : t(
                "Whoever learns your password can sign in. With an authenticator app they also need your phone.",
              )}
        </Hint>
        {isOn ? (
          <Text size="sm">
            {t("{count, plural, one {# recovery code is left} other {# recovery codes are left}}", {
              count: left,
            })}
          </Text>
        ) : null}
        {isOn && left < few && !codes ? (
          <Warning>{t("For new recovery codes, turn the second factor off and on again.")}</Warning>
        ) : null}
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
        <Group>
          {isOn ? (
            <Button variant="light" color="red" onClick={() => setOpen("off")}>
              {t("Turn the second factor off")}
            </Button>
          ) : (
            <Button onClick={() => setOpen("on")}>{t("Turn the second factor on")}</Button>
          )}
        </Group>
      </Stack>
      <TurnOn opened={open === "on"} onClose={close} onCodes={setCodes} />
      <TurnOff opened={open === "off"} onClose={close} onDone={() => setCodes(null)} />
    </Card>
  );
}

/** The codes that help without the phone, this once. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  const { codes } = props;
  const [printing, setPrinting] = useState(false);
  return (
    <Warning title={t("Your recovery codes")}>
      <Stack gap="sm">
        <Text size="sm" c="inherit">
          {t(
            "Each signs you in once when the phone is not at hand. They are shown this once: print them or keep them in a password store.",
          )}
        </Text>
        <SimpleGrid
          cols={2}
          spacing="xs"
          verticalSpacing={4}
          role="list"
          aria-label={t("Your recovery codes")}
        >
          {codes.map((code) => (
            <Text key={code} role="listitem" ff="monospace" fw={600} c="inherit">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton text={codes.join("\n")} name={t("Copy codes")} labelled />
          <SecondaryButton icon={IconPrinter} onClick={() => setPrinting(true)}>
            {t("Print")}
          </SecondaryButton>
          <SecondaryButton onClick={props.onDone}>{t("I have kept them")}</SecondaryButton>
        </Group>
      </Stack>
      {printing ? (
        <PrintSheet paper="a4" onDone={() => setPrinting(false)}>
          <h1>{t("Your recovery codes")}</h1>
          <p>{window.location.host}</p>
          <pre>{codes.join("\n")}</pre>
        </PrintSheet>
      ) : null}
    </Warning>
  );
}

export function TurnOff(props: { opened: boolean; onClose: () => void; onDone: () => void }) {
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

/** All that a super admin sees who lacks the second factor that the platform asks for. */
export function SecondFactorFirst({ onDone }: { onDone: () => void }) {
  const factor = useRead("getSecondFactor");
  return (
    <>
      <PageHead title={t("Set up your second factor")} text={t("Then the rest of the console opens.")} />
      <Stack maw={560}>
        <Alert variant="light" icon={<IconLock aria-hidden />}>
          {t("Every super admin of this platform needs a code of an authenticator app beside the password.")}
        </Alert>
        <Loaded
          query={factor}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => <SecondFactorCard factor={found} />}
        </Loaded>
        <Group>
          <Button onClick={onDone} disabled={!factor.data?.isOn}>
            {t("Go on to the console")}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

import { Alert, Box, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconLock, IconPrinter } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactor } from "#contract/second-factor";
import { useCallForm } from "./call-form.ts";
import { CodeField } from "./code-field.tsx";
import { CopyButton } from "./copy-button.tsx";
import { FormModal } from "./form-modal.tsx";
import { Hint, SecondaryButton, StatusMark, Warning } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows, PageHead } from "./loaded.tsx";
import { PasswordField } from "./password-field.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { QrCode } from "./qr-code.tsx";
import { toastSuccess } from "./toast.tsx";

/** Fewer left than this, and it is time for new ones. */
const few = 3;

type Act<Input, Answer> = {
  data?: Answer | undefined;
  reset: () => void;
  mutateAsync: (input: Input) => Promise<Answer>;
};
type Proof = { body: { currentPassword: string; code: string } };
type Codes = { recoveryCodes: string[] };

/** A console's calls of one's own second factor. */
export type FactorActs = {
  begin: Act<{ body: { currentPassword: string } }, { address: string; key: string }>;
  confirm: Act<{ body: { code: string } }, Codes>;
  renew: Act<Proof, Codes>;
  end: Act<Proof, unknown>;
};

export function SecondFactorCard({ factor, acts }: { factor: SecondFactor; acts: FactorActs }) {
  const [open, setOpen] = useState<"on" | "renew" | "off" | null>(null);
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
          <Warning>{t("Make new recovery codes before the last one is used.")}</Warning>
        ) : null}
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
        <Group>
          {isOn ? (
            <>
              <SecondaryButton onClick={() => setOpen("renew")}>{t("New recovery codes")}</SecondaryButton>
              <Button variant="light" color="red" onClick={() => setOpen("off")}>
                {t("Turn the second factor off")}
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen("on")}>{t("Turn the second factor on")}</Button>
          )}
        </Group>
      </Stack>
      {open === "on" ? <TurnOn acts={acts} onClose={close} onCodes={setCodes} /> : null}
      {open === "renew" ? (
        <Prove
          onClose={close}
          title={t("New recovery codes")}
          text={t("You get ten new ones. Those that you have now will be worth nothing.")}
          action={t("Make new codes")}
          act={acts.renew}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      ) : null}
      {open === "off" ? (
        <Prove
          onClose={close}
          title={t("Turn the second factor off")}
          text={t("The password alone will sign you in, and your recovery codes will be worth nothing.")}
          action={t("Turn off")}
          act={acts.end}
          onDone={() => {
            toastSuccess(t("Second factor off"), t("The password alone signs you in now."));
            setCodes(null);
          }}
        />
      ) : null}
    </Card>
  );
}

const whole = { whiteSpace: "nowrap" } as const;

/** The codes that help without the phone, this once. */
function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
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
          cols={{ base: 1, xs: 2 }}
          spacing="xs"
          verticalSpacing={4}
          role="list"
          aria-label={t("Your recovery codes")}
        >
          {codes.map((code) => (
            <Text key={code} role="listitem" ff="monospace" fw={600} c="inherit" style={whole}>
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

/** Asks for password and code before something is done to the second factor. */
function Prove<Answer>(props: {
  onClose: () => void;
  title: string;
  text: string;
  action: string;
  act: Act<Proof, Answer>;
  onDone: (answer: Answer) => void;
}) {
  const { form, modal } = useCallForm({
    initialValues: { currentPassword: "", code: "" },
    send: (body) => props.act.mutateAsync({ body }),
    failure: { text: t("Please try again.") },
    onDone: (answer) => {
      props.onDone(answer);
      props.onClose();
    },
  });
  return (
    <FormModal
      onClose={props.onClose}
      title={props.title}
      {...modal}
      action={props.action}
      busyAction={t("Checking...")}
      disabled={form.values.currentPassword === "" || form.values.code.trim() === ""}
    >
      <Text size="sm">{props.text}</Text>
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps("currentPassword")}
      />
      <CodeField {...form.getInputProps("code")} />
    </FormModal>
  );
}

/** First the password, then a new key for the app and one code of it. */
function TurnOn(props: {
  acts: FactorActs;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { begin, confirm } = props.acts;
  const begun = begin.data;
  const close = () => {
    begin.reset();
    props.onClose();
  };
  const { form, modal } = useCallForm({
    initialValues: { currentPassword: "", code: "" },
    send: async ({ currentPassword, code }) => {
      if (begun) return confirm.mutateAsync({ body: { code } });
      await begin.mutateAsync({ body: { currentPassword } });
      return null;
    },
    failure: { text: t("Please try again.") },
    onDone: (codes) => {
      if (codes === null) return;
      props.onCodes(codes.recoveryCodes);
      toastSuccess(t("Second factor on"), t("Keep your recovery codes before you leave this page."));
      close();
    },
  });
  return (
    <FormModal
      onClose={close}
      title={t("Turn the second factor on")}
      {...modal}
      action={begun ? t("Turn on") : t("Continue")}
      busyAction={t("Checking...")}
      disabled={begun ? form.values.code.trim() === "" : form.values.currentPassword === ""}
    >
      {begun ? (
        <NewKey address={begun.address} secret={begun.key} field={form.getInputProps("code")} />
      ) : (
        <PasswordField
          label={t("Current password")}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("currentPassword")}
        />
      )}
    </FormModal>
  );
}

function NewKey(props: { address: string; secret: string; field: object }) {
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
        {...props.field}
      />
    </Stack>
  );
}

/** All that somebody sees who lacks the second factor that is asked of them. @param props.reason who asks for it */
export function SecondFactorFirst(props: {
  factor: UseQueryResult<SecondFactor>;
  acts: FactorActs;
  reason: string;
  onDone: () => void;
}) {
  const { factor, acts } = props;
  return (
    <>
      <PageHead title={t("Set up your second factor")} text={t("Then the rest of the console opens.")} />
      <Stack maw={560}>
        <Alert variant="light" icon={<IconLock aria-hidden />}>
          {props.reason}
        </Alert>
        <Loaded
          query={factor}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => <SecondFactorCard factor={found} acts={acts} />}
        </Loaded>
        <Group>
          <Button onClick={props.onDone} disabled={!factor.data?.isOn}>
            {t("Go on to the console")}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

import { Code, Group, Stack, Text, TextInput } from "@mantine/core";
import type * as z from "zod";
import type { AccountFault } from "#contract/messages";
import { useCallForm } from "./call-form.ts";
import { CopyButton } from "./copy-button.tsx";
import { FormProblem } from "./form-modal.tsx";
import { Button, Fact, Hint } from "./kit.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import { toastSuccess } from "./toast.tsx";

// What both consoles show of an SMS account: a provider's own, and the platform's.

type Fault = z.infer<typeof AccountFault>;
type Account = {
  username: string;
  senderId: string | null;
  apiKey: string;
  triedAt: string | null;
  fault: Fault | null;
  reportsTo: string;
};

export function smsStanding({ triedAt, fault }: Pick<Account, "triedAt" | "fault">) {
  if (fault) return { tone: "bad", word: t("Refuses") } as const;
  return triedAt
    ? ({ tone: "good", word: t("Ready") } as const)
    : ({ tone: "wait", word: t("Not tried yet") } as const);
}

export function smsFaultText(fault: Fault): string {
  const texts = {
    key: t("The user name or the API key is wrong."),
    balance: t("The SMS account has no money left."),
    sender_id: t("The account may not use this sender ID."),
    busy: t("The SMS provider takes no more messages for a moment."),
    refused: t("The SMS provider refused the request."),
    unreachable: t("The SMS provider cannot be reached."),
    silent: t("The SMS provider does not answer."),
  };
  return texts[fault];
}

export function SmsAccountFacts({ username, senderId, apiKey }: Account) {
  return (
    <Group component="dl" gap="xl" m={0}>
      <Fact name={t("User name")} isSmall>
        {username}
      </Fact>
      <Fact name={t("Sender ID")} isSmall>
        {senderId ?? t("The account's own")}
      </Fact>
      <Fact name={t("API key")} isSmall>
        {apiKey}
      </Fact>
    </Group>
  );
}

export function SmsCallback({ reportsTo, children }: { reportsTo: string; children: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {t("Callback address")}
      </Text>
      <Hint>{children}</Hint>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{reportsTo}</Code>
        <CopyButton text={reportsTo} name={t("Copy the callback address")} />
      </Group>
    </div>
  );
}

/** @param first what a test message is for, until the account took one; null: it has */
export function SmsTest(props: {
  first: string | null;
  send: (body: { phoneNumber: string }) => Promise<{ message: string }>;
}) {
  const { first, send } = props;
  const { form, submit, busy, error } = useCallForm({
    initialValues: { phoneNumber: "" },
    send,
    failure: { text: t("Not sent. Please try again.") },
    onDone: ({ message }) => toastSuccess(t("Test message"), message),
  });
  return (
    <form onSubmit={submit} noValidate aria-label={t("Test message")}>
      <Stack gap="xs">
        {first === null ? null : <Hint>{first}</Hint>}
        <Group align="flex-start" gap="xs">
          <TextInput
            label={t("Your own phone")}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            flex="1 1 180px"
            {...form.getInputProps("phoneNumber")}
          />
          <Button
            type="submit"
            mih={44}
            mt={{ base: 0, xs: 24 }}
            variant={first === null ? "default" : "filled"}
            busy={busy}
          >
            {busy ? t("Sending...") : t("Send a test message")}
          </Button>
        </Group>
        <FormProblem text={error} />
      </Stack>
    </form>
  );
}

type Field = "username" | "apiKey" | "senderId";

/** @param inputProps of the form's fields @param isThere an account was typed before: an empty key keeps it */
export function SmsAccountFields(props: {
  inputProps: (field: Field) => object;
  isThere: boolean;
  senderHint: string;
}) {
  const { inputProps, isThere, senderHint } = props;
  const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  return (
    <>
      <Hint>{t("A changed account has to take a test message before it is used.")}</Hint>
      <TextInput
        label={t("User name")}
        description={t("As Africa's Talking shows it, of a live app.")}
        autoComplete="off"
        maxLength={64}
        data-autofocus
        {...asTyped}
        {...inputProps("username")}
      />
      <PasswordField
        label={t("API key")}
        autoComplete="off"
        maxLength={200}
        description={t("Kept sealed, and never shown again.")}
        {...(isThere ? { placeholder: t("Set; empty keeps it") } : {})}
        {...inputProps("apiKey")}
      />
      <TextInput
        label={t("Sender ID (optional)")}
        description={senderHint}
        autoComplete="off"
        maxLength={11}
        {...asTyped}
        {...inputProps("senderId")}
      />
    </>
  );
}

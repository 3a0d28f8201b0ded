import { Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import type * as z from "zod";
import type { AccountFault, SmsService } from "#contract/messages";
import { missingOf, smsServiceNames, smsServices } from "#contract/values/sms-services";
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
  service: SmsService;
  username: string;
  senderId: string | null;
  apiKey: string;
  triedAt: string | null;
  fault: Fault | null;
  reportsTo: string | null;
};

export function smsStanding({ triedAt, fault }: Pick<Account, "triedAt" | "fault">) {
  if (fault) return { tone: "bad", word: t("Refuses") } as const;
  return triedAt
    ? ({ tone: "good", word: t("Ready") } as const)
    : ({ tone: "wait", word: t("Not tried yet") } as const);
}

export function smsFaultText(fault: Fault, service: SmsService): string {
  const texts = {
    key: smsServices[service].hasUserName
      ? t("The user name or the API key is wrong.")
      : t("The API key is wrong."),
    balance: t("The SMS account has no money left."),
    sender_id: t("The account may not use this sender ID."),
    busy: t("The SMS provider takes no more messages for a moment."),
    refused: t("The SMS provider refused the request."),
    unreachable: t("The SMS provider cannot be reached."),
    silent: t("The SMS provider does not answer."),
  };
  return texts[fault];
}

export function SmsAccountFacts({ service, username, senderId, apiKey }: Account) {
  const { name, hasUserName } = smsServices[service];
  return (
    <Group component="dl" gap="xl" m={0}>
      <Fact name={t("SMS service")} isSmall>
        {name}
      </Fact>
      {hasUserName ? (
        <Fact name={t("User name")} isSmall>
          {username}
        </Fact>
      ) : null}
      <Fact name={t("Sender ID")} isSmall>
        {senderId ?? t("The account's own")}
      </Fact>
      <Fact name={t("API key")} isSmall>
        {apiKey}
      </Fact>
    </Group>
  );
}

/** @param reportsTo null: the service is asked, because it tells nothing by itself */
export function SmsCallback({ reportsTo, children }: { reportsTo: string | null; children: string }) {
  if (reportsTo === null)
    return (
      <Hint>
        {t(
          "This service tells nothing by itself: within half a minute it is asked what became of a message, and a few times more within a day. It says what it refused; whether a phone got the message it may never say. Who wants no messages is put on the list by hand.",
        )}
      </Hint>
    );
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

type Typed = { service: SmsService; username: string; apiKey: string; senderId: string };

export const typedSmsAccount = (account: Account | null): Typed => ({
  service: account?.service ?? "africastalking",
  username: account?.username ?? "",
  senderId: account?.senderId ?? "",
  apiKey: "",
});

/** What is sent of the fields: what the service does not have is left out. */
export function smsAccountBody({ service, username, apiKey, senderId }: Typed) {
  return {
    service,
    username: (smsServices[service].hasUserName && username.trim()) || undefined,
    senderId: senderId.trim() || undefined,
    apiKey: apiKey.trim() || undefined,
  };
}

export function missingOfSmsAccount({ service, username, senderId }: Typed) {
  const missing = missingOf({ service, username: username.trim(), senderId: senderId.trim() || null });
  return missing ? [{ path: missing.path, text: { say: missing.say } }] : [];
}

/** @param inputProps of the form's fields @param stored of that service an account was typed before: an empty key keeps it */
export function SmsAccountFields(props: {
  inputProps: (field: keyof Typed) => object;
  service: SmsService;
  stored: SmsService | null;
}) {
  const { inputProps, service, stored } = props;
  const { name, hasUserName, needsSenderId } = smsServices[service];
  const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  const senderHint = needsSenderId
    ? t("Once {service} approved it for the account: nothing can be sent without one.", { service: name })
    : t("A name or short code, once {service} gave it to the account.", { service: name });
  return (
    <>
      <Hint>{t("A changed account has to take a test message before it is used.")}</Hint>
      <NativeSelect
        label={t("SMS service")}
        data={smsServiceNames.map((value) => ({ value, label: smsServices[value].name }))}
        {...inputProps("service")}
      />
      {hasUserName ? (
        <TextInput
          label={t("User name")}
          description={t("As {service} shows it, of a live app.", { service: name })}
          autoComplete="off"
          maxLength={64}
          data-autofocus
          {...asTyped}
          {...inputProps("username")}
        />
      ) : null}
      <PasswordField
        label={t("API key")}
        autoComplete="off"
        maxLength={200}
        description={t("Kept sealed, and never shown again.")}
        {...(stored === service ? { placeholder: t("Set; empty keeps it") } : {})}
        {...inputProps("apiKey")}
      />
      <TextInput
        label={needsSenderId ? t("Sender ID") : t("Sender ID (optional)")}
        description={senderHint}
        autoComplete="off"
        maxLength={11}
        {...asTyped}
        {...inputProps("senderId")}
      />
    </>
  );
}

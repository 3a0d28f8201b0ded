import { Card, Code, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { PlatformSms } from "#contract/credits";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal, FormProblem } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Button, Fact, Hint, SecondaryButton, StatusMark, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

type Account = NonNullable<PlatformSms["account"]>;
const again = ["/api/superadmin/sms"];

export function PlatformSmsCard({ settings }: { settings: PlatformSms }) {
  const [isTyping, setTyping] = useState(false);
  const { account, segmentPrice, gift } = settings;
  return (
    <Card component="section" aria-labelledby="platform-sms">
      <Stack>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="platform-sms">
            {t("The platform's account")}
          </Title>
          {account ? <StatusMark {...standing(account)} /> : null}
        </Group>
        {account ? (
          <Standing account={account} onChange={() => setTyping(true)} />
        ) : (
          <>
            <Hint>
              {t(
                "With an account at Africa's Talking, a new provider has receipts, reminders and trial codes on its first day: it pays you for each message beforehand, by M-Pesa.",
              )}
            </Hint>
            <Group>
              <Button onClick={() => setTyping(true)}>{t("Type the account")}</Button>
            </Group>
          </>
        )}
        <Hint>
          {t(
            "A segment of 160 characters costs a provider {price}; one that proved its account is given {gift}.",
            {
              price: kes(segmentPrice),
              gift: kes(gift),
            },
          )}
        </Hint>
      </Stack>
      {isTyping ? <AccountForm settings={settings} onClose={() => setTyping(false)} /> : null}
    </Card>
  );
}

function standing({ triedAt, fault }: Account) {
  if (fault) return { tone: "bad", word: t("Refuses") } as const;
  return triedAt
    ? ({ tone: "good", word: t("Ready") } as const)
    : ({ tone: "wait", word: t("Not tried yet") } as const);
}

function faultText(fault: NonNullable<Account["fault"]>): string {
  const texts: Record<NonNullable<Account["fault"]>, string> = {
    key: t("The user name or the API key is wrong."),
    balance: t("It has no money left."),
    sender_id: t("It may not use this sender ID."),
    busy: t("It takes no more messages for a moment."),
    refused: t("It refused the request."),
    unreachable: t("It cannot be reached."),
    silent: t("It does not answer."),
  };
  return texts[fault];
}

function Standing({ account, onChange }: { account: Account; onChange: () => void }) {
  const { username, senderId, apiKey, fault, reportsTo, triedAt } = account;
  const remove = useAct("removePlatformSms", again);
  const ask = () =>
    confirmAction({
      title: t("Remove the SMS account?"),
      text: t(
        "Messages of all providers without an account of their own are held back. They keep their credits.",
      ),
      action: t("Remove account"),
      onYes: () =>
        void remove
          .mutateAsync({})
          .then(({ message }) => toastSuccess(t("Removed"), message))
          .catch(toastFailure(t("Not changed"), t("Please try again."))),
    });
  return (
    <>
      {fault ? <Warning role="status">{faultText(fault)}</Warning> : null}
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
      <TestMessage isFirst={triedAt === null} />
      <div>
        <Text size="sm" fw={500}>
          {t("Callback address")}
        </Text>
        <Hint>
          {t("At Africa's Talking, under SMS Callback URLs: for delivery reports, opt-outs and answers.")}
        </Hint>
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{reportsTo}</Code>
          <CopyButton text={reportsTo} name={t("Copy the callback address")} />
        </Group>
      </div>
      <Group gap="xs">
        <SecondaryButton onClick={onChange}>{t("Change account and prices")}</SecondaryButton>
        <Button variant="light" color="red" busy={remove.isPending} onClick={ask}>
          {t("Remove account")}
        </Button>
      </Group>
    </>
  );
}

function TestMessage({ isFirst }: { isFirst: boolean }) {
  const send = useAct("tryPlatformSms", again);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { phoneNumber: "" },
    send: (body) => send.mutateAsync({ body }),
    failure: { text: t("Not sent. Please try again.") },
    onDone: ({ message }) => toastSuccess(t("Test message"), message),
  });
  return (
    <form onSubmit={submit} noValidate aria-label={t("Test message")}>
      <Stack gap="xs">
        {isFirst ? (
          <Hint>
            {t("Next: send a test message to your own phone. Providers have the account once it took one.")}
          </Hint>
        ) : null}
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
            variant={isFirst ? "filled" : "default"}
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

function AccountForm({ settings, onClose }: { settings: PlatformSms; onClose: () => void }) {
  const { account } = settings;
  const save = useAct("savePlatformSms", again);
  const { form, modal } = useCallForm({
    initialValues: {
      username: account?.username ?? "",
      senderId: account?.senderId ?? "",
      apiKey: "",
      segmentPrice: String(settings.segmentPrice),
      gift: String(settings.gift),
    },
    body: ({ username, senderId, apiKey, segmentPrice, gift }) => ({
      username: username.trim(),
      senderId: senderId.trim() || undefined,
      apiKey: apiKey.trim() || undefined,
      segmentPrice: neededNumber(segmentPrice.replace(",", ".")),
      gift: neededNumber(gift.replace(",", ".")),
    }),
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("Not saved. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("SMS account"), message);
      onClose();
    },
  });
  const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  return (
    <FormModal
      onClose={onClose}
      title={t("SMS account")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <Hint>{t("A changed account has to take a test message before it is used.")}</Hint>
      <TextInput
        label={t("User name")}
        description={t("As Africa's Talking shows it, of a live app.")}
        autoComplete="off"
        maxLength={64}
        data-autofocus
        {...asTyped}
        {...form.getInputProps("username")}
      />
      <PasswordField
        label={t("API key")}
        autoComplete="off"
        maxLength={200}
        description={t("Kept sealed, and never shown again.")}
        {...(account ? { placeholder: t("Set; empty keeps it") } : {})}
        {...form.getInputProps("apiKey")}
      />
      <TextInput
        label={t("Sender ID (optional)")}
        description={t("A name or short code, once Africa's Talking gave it to the account.")}
        autoComplete="off"
        maxLength={11}
        {...asTyped}
        {...form.getInputProps("senderId")}
      />
      <TextInput
        label={t("What providers pay for a segment (KES)")}
        description={t("160 characters. Yours costs about KES 0.80.")}
        inputMode="decimal"
        {...form.getInputProps("segmentPrice")}
      />
      <TextInput
        label={t("What a new provider is given (KES)")}
        description={t("Once, when KSh 1 has arrived at an account of its own. 0: nothing.")}
        inputMode="decimal"
        {...form.getInputProps("gift")}
      />
    </FormModal>
  );
}

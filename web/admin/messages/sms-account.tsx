import { Card, Code, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { MessageSettings } from "#contract/messages";
import { useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal, FormProblem } from "../../console/form-modal.tsx";
import { Button, Fact, Hint, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { accountFaultText } from "./format-message.ts";

type Account = NonNullable<MessageSettings["account"]>;
const again = ["/api/admin/messages"];

export function SmsAccountCard(props: {
  account: Account | null;
  sender: MessageSettings["sender"];
  /** The platform's account may be used in its place. */
  hasCredits: boolean;
}) {
  const { account, sender, hasCredits } = props;
  const [isTyping, setTyping] = useState(false);
  return (
    <Card component="section" aria-labelledby="sms-account">
      <Stack>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="sms-account">
            {hasCredits ? t("Your own SMS account") : t("SMS account")}
          </Title>
          {account ? <StatusMark {...standing(account)} /> : null}
        </Group>
        {account ? (
          <>
            <Standing account={account} onChange={() => setTyping(true)} />
            {hasCredits && account.triedAt ? <ChooseSender sender={sender} /> : null}
          </>
        ) : (
          <>
            <Hint>
              {t(
                "Messages go out by your own account at Africa's Talking, at its prices. Open one there, put money on it, make an API key, and type both here.",
              )}
            </Hint>
            <Group>
              <Button onClick={() => setTyping(true)}>{t("Type the account")}</Button>
            </Group>
          </>
        )}
      </Stack>
      {isTyping ? <AccountForm account={account} onClose={() => setTyping(false)} /> : null}
    </Card>
  );
}

/** An account that was tried stays as it is while messages go out by the platform's. */
function ChooseSender({ sender }: { sender: MessageSettings["sender"] }) {
  const choose = useAct("chooseSender", again);
  const next = sender === "own" ? "platform" : "own";
  const run = () =>
    void choose
      .mutateAsync({ body: { sender: next } })
      .then(({ message }) => toastSuccess(t("SMS account"), message))
      .catch(toastFailure(t("Not changed"), t("Please try again.")));
  return (
    <Group>
      <SecondaryButton busy={choose.isPending} onClick={run}>
        {next === "own" ? t("Send by this account") : t("Send with credits instead")}
      </SecondaryButton>
    </Group>
  );
}

function standing({ triedAt, fault }: Account) {
  if (fault) return { tone: "bad", word: t("Refuses") } as const;
  return triedAt
    ? ({ tone: "good", word: t("Ready") } as const)
    : ({ tone: "wait", word: t("Not tried yet") } as const);
}

function Standing({ account, onChange }: { account: Account; onChange: () => void }) {
  const { username, senderId, apiKey, fault, pausedUntil, reportsTo, triedAt } = account;
  const remove = useAct("removeSmsAccount", again);
  const ask = () =>
    confirmAction({
      title: t("Remove the SMS account?"),
      text: t("No message is sent any more, and what waits is held back."),
      action: t("Remove account"),
      onYes: () =>
        void remove
          .mutateAsync({})
          .then(({ message }) => toastSuccess(t("Removed"), message))
          .catch(toastFailure(t("Not changed"), t("Please try again."))),
    });
  return (
    <>
      {fault ? (
        <Warning role="status">
          {accountFaultText(fault)} {t("It is tried again:")} <When iso={pausedUntil} />
        </Warning>
      ) : null}
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
          {t(
            "At Africa's Talking, under SMS Callback URLs: for delivery reports, opt-outs and incoming messages. Without it nobody knows what arrived, or who wants no messages.",
          )}
        </Hint>
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{reportsTo}</Code>
          <CopyButton text={reportsTo} name={t("Copy the callback address")} />
        </Group>
      </div>
      <Group gap="xs">
        <SecondaryButton onClick={onChange}>{t("Change account")}</SecondaryButton>
        <Button variant="light" color="red" busy={remove.isPending} onClick={ask}>
          {t("Remove account")}
        </Button>
      </Group>
    </>
  );
}

/** Until the account took one, nothing else can be turned on. */
function TestMessage({ isFirst }: { isFirst: boolean }) {
  const send = useAct("sendTestMessage", again);
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
            {t(
              "Next: send a test message to your own phone. Messages can be turned on once the account took it.",
            )}
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

function AccountForm({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const save = useAct("saveSmsAccount", again);
  const { form, modal } = useCallForm({
    initialValues: { username: account?.username ?? "", senderId: account?.senderId ?? "", apiKey: "" },
    body: ({ username, senderId, apiKey }) => ({
      username: username.trim(),
      senderId: senderId.trim() || undefined,
      apiKey: apiKey.trim() || undefined,
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
        description={t("Your name or short code, once Africa's Talking gave it to the account.")}
        autoComplete="off"
        maxLength={11}
        {...asTyped}
        {...form.getInputProps("senderId")}
      />
    </FormModal>
  );
}

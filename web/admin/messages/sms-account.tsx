import { Card, Group, Stack, Title } from "@mantine/core";
import { useState } from "react";
import type { MessageSettings } from "#contract/messages";
import { useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { Button, Hint, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import {
  missingOfSmsAccount,
  SmsAccountFacts,
  SmsAccountFields,
  SmsCallback,
  SmsTest,
  smsAccountBody,
  smsFaultText,
  smsStanding,
  typedSmsAccount,
} from "../../console/sms-account.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

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
          {account ? <StatusMark {...smsStanding(account)} /> : null}
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
                "Messages go out by your own account at Africa's Talking or TalkSasa, at its prices. Open one there, put money on it, make an API key, and type it here.",
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

function Standing({ account, onChange }: { account: Account; onChange: () => void }) {
  const { service, fault, pausedUntil, reportsTo, triedAt } = account;
  const test = useAct("sendTestMessage", again);
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
          {smsFaultText(fault, service)} {t("It is tried again:")} <When iso={pausedUntil} />
        </Warning>
      ) : null}
      <SmsAccountFacts {...account} />
      <SmsTest
        first={
          triedAt === null
            ? t(
                "Next: send a test message to your own phone. Messages can be turned on once the account took it.",
              )
            : null
        }
        send={(body) => test.mutateAsync({ body })}
      />
      <SmsCallback reportsTo={reportsTo}>
        {t(
          "At Africa's Talking, under SMS Callback URLs: for delivery reports, opt-outs and incoming messages. Without it nobody knows what arrived, or who wants no messages.",
        )}
      </SmsCallback>
      <Group gap="xs">
        <SecondaryButton onClick={onChange}>{t("Change account")}</SecondaryButton>
        <Button variant="light" color="red" busy={remove.isPending} onClick={ask}>
          {t("Remove account")}
        </Button>
      </Group>
    </>
  );
}

function AccountForm({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const save = useAct("saveSmsAccount", again);
  const { form, modal } = useCallForm({
    initialValues: typedSmsAccount(account),
    body: smsAccountBody,
    check: missingOfSmsAccount,
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("Not saved. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("SMS account"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("SMS account")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <SmsAccountFields
        inputProps={form.getInputProps}
        service={form.values.service}
        stored={account?.service ?? null}
      />
    </FormModal>
  );
}

import { Card, Group, Stack, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { PlatformSms } from "#contract/credits";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Button, Hint, SecondaryButton, StatusMark, Warning } from "../../console/kit.tsx";
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
          {account ? <StatusMark {...smsStanding(account)} /> : null}
        </Group>
        {account ? (
          <Standing account={account} onChange={() => setTyping(true)} />
        ) : (
          <>
            <Hint>
              {t(
                "With an account at Africa's Talking or TalkSasa, a new provider has receipts, reminders and trial codes on its first day: it pays you for each message beforehand, by M-Pesa.",
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

function Standing({ account, onChange }: { account: Account; onChange: () => void }) {
  const { service, fault, reportsTo, triedAt } = account;
  const test = useAct("tryPlatformSms", again);
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
      {fault ? <Warning role="status">{smsFaultText(fault, service)}</Warning> : null}
      <SmsAccountFacts {...account} />
      <SmsTest
        first={
          triedAt === null
            ? t("Next: send a test message to your own phone. Providers have the account once it took one.")
            : null
        }
        send={(body) => test.mutateAsync({ body })}
      />
      <SmsCallback reportsTo={reportsTo}>
        {t("At Africa's Talking, under SMS Callback URLs: for delivery reports, opt-outs and answers.")}
      </SmsCallback>
      <Group gap="xs">
        <SecondaryButton onClick={onChange}>{t("Change account and prices")}</SecondaryButton>
        <Button variant="light" color="red" busy={remove.isPending} onClick={ask}>
          {t("Remove account")}
        </Button>
      </Group>
    </>
  );
}

function AccountForm({ settings, onClose }: { settings: PlatformSms; onClose: () => void }) {
  const { account } = settings;
  const save = useAct("savePlatformSms", again);
  const { form, modal } = useCallForm({
    initialValues: {
      ...typedSmsAccount(account),
      segmentPrice: String(settings.segmentPrice),
      gift: String(settings.gift),
    },
    body: ({ segmentPrice, gift, ...typed }) => ({
      ...smsAccountBody(typed),
      segmentPrice: neededNumber(segmentPrice.replace(",", ".")),
      gift: neededNumber(gift.replace(",", ".")),
    }),
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
      <TextInput
        label={t("What providers pay for a segment (KES)")}
        description={t("160 characters. At Africa's Talking it costs you about KES 0.80.")}
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

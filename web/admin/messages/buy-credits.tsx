import { Button as Chip, Group, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import type { CreditEntry, Credits } from "#contract/credits";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Button, Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";

const usual = [100, 200, 500, 1_000];

const endedOf = ({ entries }: Credits): ReadonlySet<string> =>
  new Set(entries.flatMap(({ id, state }) => (state === "waiting" ? [] : [id])));

/** Asks a phone for the money, and stays open until it is paid or not: the window says how it ended. */
export function BuyCredits({ credits, onClose }: { credits: Credits; onClose: () => void }) {
  const buy = useAct("buyCredits", ["/api/admin/messages"]);
  // One that still waits for its PIN is the one that is asked for again.
  const before = useRef(endedOf(credits));
  const [isAsked, setAsked] = useState(false);
  const { form, modal } = useCallForm({
    initialValues: { amount: "200", phoneNumber: "" },
    body: ({ amount, phoneNumber }) => ({ amount: neededNumber(amount), phoneNumber: phoneNumber.trim() }),
    send: (body, key) => buy.mutateAsync({ body, key }),
    failure: { title: t("Not asked"), text: t("Failed to send the prompt. Please try again.") },
    onDone: () => setAsked(true),
  });
  const bought = credits.entries.find(({ id, kind }) => kind === "bought" && !before.current.has(id));
  const again = () => {
    before.current = endedOf(credits);
    setAsked(false);
  };
  const messages = credits.segmentPrice
    ? Math.floor((Number(form.values.amount) || 0) / credits.segmentPrice)
    : 0;
  if (isAsked)
    return (
      <Window opened onClose={onClose} title={t("Buy credits")}>
        <Stack>
          <HowItIs bought={bought} balance={credits.balance} />
          <Group justify="flex-end">
            {bought?.state === "failed" ? (
              <Button onClick={again}>{t("Try again")}</Button>
            ) : (
              <Button onClick={onClose}>{bought?.state === "paid" ? t("Done") : t("Close")}</Button>
            )}
          </Group>
        </Stack>
      </Window>
    );
  return (
    <FormModal
      onClose={onClose}
      title={t("Buy credits")}
      {...modal}
      action={t("Ask for {amount}", { amount: kes(Number(form.values.amount) || 0) })}
      busyAction={t("Sending...")}
    >
      <Group gap="xs" role="group" aria-label={t("Usual amounts")}>
        {usual.map((amount) => (
          <Chip
            key={amount}
            size="sm"
            mih={44}
            variant={form.values.amount === String(amount) ? "filled" : "default"}
            aria-pressed={form.values.amount === String(amount)}
            onClick={() => form.setFieldValue("amount", String(amount))}
          >
            {kes(amount)}
          </Chip>
        ))}
      </Group>
      <TextInput
        label={t("Amount (KES)")}
        description={t("About {count} messages", { count: messages })}
        inputMode="numeric"
        maxLength={6}
        {...form.getInputProps("amount")}
      />
      <TextInput
        name="phoneNumber"
        label={t("M-Pesa number that pays")}
        placeholder="0712 345 678"
        withAsterisk
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        data-autofocus
        {...form.getInputProps("phoneNumber")}
      />
    </FormModal>
  );
}

function HowItIs({ bought, balance }: { bought: CreditEntry | undefined; balance: number }) {
  if (bought?.state === "paid")
    return (
      <div role="status">
        <Text fw={600}>{t("Paid: {amount}", { amount: kes(bought.amount) })}</Text>
        <Hint>
          {t("You have {balance} of credits now.", { balance: kes(balance) })}
          {bought.receipt ? ` ${bought.receipt}` : ""}
        </Hint>
      </div>
    );
  if (bought?.state === "failed")
    return (
      <Warning role="status">
        {t("It was not paid, and nothing was counted.")} {bought.detail}
      </Warning>
    );
  return (
    <div role="status">
      <Text fw={600}>{t("Check your phone and enter your M-Pesa PIN.")}</Text>
      <Hint>{t("The credits count as soon as it is paid. You may close this window.")}</Hint>
    </div>
  );
}

import { Card, Group, NumberInput, PasswordInput, Switch, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { CollectionSettings } from "#contract/collection";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Hint, SecondaryButton, StatusMark, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { TypedPayments } from "./typed-payments.tsx";

/** Whether the platform collects for providers, and how it pays out. */
export function CollectionCard() {
  const [open, setOpen] = useState(false);
  const settings = useRead("readCollectionSettings", {}, { staleTime: 0 });
  return (
    <Card>
      <Title order={2} size="h4" mb="xs">
        {t("Collecting for providers")}
      </Title>
      <Loaded
        query={settings}
        loading={<LoadingRows rows={1} height={72} label={t("Loading settings …")} />}
        failed={{
          title: t("Error Loading Settings"),
          text: t("Failed to load settings. Please check your connection and try again."),
        }}
      >
        {(found) => (
          <>
            <Group justify="space-between" align="flex-start" gap="xs">
              <div>
                <StatusMark
                  tone={found.collects ? "good" : "off"}
                  word={found.collects ? t("On") : t("Off")}
                />
                <Hint>
                  {found.account
                    ? t(
                        "Paid out from {shortCode} by {initiator}; a payout costs {fee}, and is at least {least}. What was sold waits {hours, plural, one {# hour} other {# hours}}.",
                        {
                          shortCode: found.account.shortCode,
                          initiator: found.account.initiatorName,
                          fee: kes(found.fee),
                          least: kes(found.least),
                          hours: found.holdHours,
                        },
                      )
                    : t("No account to pay out from is entered yet.")}
                </Hint>
                <Hint>
                  {t("{count, plural, one {# provider has} other {# providers have}} consented.", {
                    count: found.consents,
                  })}
                </Hint>
              </div>
              <SecondaryButton onClick={() => setOpen(true)}>{t("Change")}</SecondaryButton>
            </Group>
            {found.collectsAt ? <TypedPayments at={found.collectsAt} /> : null}
            {open ? <CollectionDialog settings={found} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Fields = {
  collects: boolean;
  fee: number | string;
  least: number | string;
  holdHours: number | string;
  shortCode: string;
  initiatorName: string;
  securityCredential: string;
  consumerKey: string;
  consumerSecret: string;
};

function CollectionDialog({ settings, onClose }: { settings: CollectionSettings; onClose: () => void }) {
  const { account, collectsAt } = settings;
  const save = useAct("saveCollectionSettings", ["/api/superadmin/collection", "/api/superadmin/payouts"]);
  const initialValues: Fields = {
    collects: settings.collects,
    fee: settings.fee,
    least: settings.least,
    holdHours: settings.holdHours,
    shortCode: account?.shortCode ?? "",
    initiatorName: account?.initiatorName ?? "",
    securityCredential: "",
    consumerKey: "",
    consumerSecret: "",
  };
  const { form, modal } = useCallForm({
    initialValues,
    body: ({ collects, fee, least, holdHours, ...typed }) => {
      const given = Object.entries(typed).filter(
        ([name, value]) =>
          value.trim() !== "" && value.trim() !== (account as Record<string, unknown> | null)?.[name],
      );
      return {
        collects,
        fee: neededNumber(String(fee)),
        least: neededNumber(String(least)),
        holdHours: neededNumber(String(holdHours)),
        ...Object.fromEntries(given.map(([name, value]) => [name, value.trim()])),
      };
    },
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("This could not be saved. Please try again.") },
    onDone: () => {
      toastSuccess(t("Saved"), t("What you entered holds from now on."));
      onClose();
    },
  });
  const field = (name: keyof Fields) => ({ name, autoComplete: "off", ...form.getInputProps(name) });
  const stored = account ? t("Stored. Leave it empty to keep it.") : undefined;
  return (
    <FormModal
      onClose={onClose}
      title={t("Collecting for providers")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <Warning title={t("Holding others' money may need a licence")}>
        {t(
          "Money that the platform collects for providers is theirs until it is paid out. Holding it may need a licence of the Central Bank of Kenya (National Payment System Act). Ask there, or a lawyer, before you turn this on.",
        )}
      </Warning>
      <Switch
        label={t("Collect for providers that consent")}
        description={t("Turned off, nothing more is collected; what is owed is still paid out.")}
        {...form.getInputProps("collects", { type: "checkbox" })}
      />
      <Text size="sm">
        {collectsAt
          ? t("It is collected at the platform's pay bill {shortCode}.", { shortCode: collectsAt.shortCode })
          : t("The platform has no M-Pesa app of its own: nothing can be collected.")}
      </Text>
      <Group grow align="flex-start">
        <NumberInput label={t("Fee of a payout (KES)")} allowDecimal={false} hideControls {...field("fee")} />
        <NumberInput label={t("Least payout (KES)")} allowDecimal={false} hideControls {...field("least")} />
      </Group>
      <NumberInput
        label={t("Hours that a sale waits")}
        description={t("Before it can be paid out: its payer may still want it back.")}
        allowDecimal={false}
        hideControls
        {...field("holdHours")}
      />
      <TextInput
        label={t("Short code that pays out")}
        description={t("With B2C and B2B. Money has to be moved to its utility account at M-Pesa.")}
        inputMode="numeric"
        {...field("shortCode")}
      />
      <TextInput label={t("Initiator name")} {...field("initiatorName")} />
      <PasswordInput
        label={t("Security credential")}
        description={stored ?? t("The initiator's password, encrypted with Safaricom's certificate.")}
        {...field("securityCredential")}
        autoComplete="new-password"
      />
      <PasswordInput
        label={t("Consumer key")}
        description={t("Only where that short code has an app of its own.")}
        {...field("consumerKey")}
        autoComplete="new-password"
      />
      <PasswordInput label={t("Consumer secret")} {...field("consumerSecret")} autoComplete="new-password" />
    </FormModal>
  );
}

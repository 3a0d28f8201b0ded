import { Group, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type {
  AttributePaybillPayment,
  PaybillCandidate,
  PaybillCustomer,
  PaybillCustomers,
  PaybillPayment,
} from "#contract/paybill";
import { formatAccountCode } from "#contract/values/account-code";
import { parseMac } from "#contract/values/mac";
import { type Form, useCallForm } from "../call-form.ts";
import { FormModal } from "../form-modal.tsx";
import { kes, phone } from "../format.ts";
import { Hint, Warning, When } from "../kit.tsx";
import { t } from "../language.ts";
import { Loaded, LoadingRows } from "../loaded.tsx";
import { toastSuccess } from "../toast.tsx";
import { formatNote, nearlyPaid, paidBy } from "./format-paybill.ts";

export type AttributeChoices = {
  plans: readonly { id: string; name: string; price: string }[];
  routers: readonly { id: string; name: string }[];
};

export type UseCustomers = (q: string) => UseQueryResult<PaybillCustomers>;

/** @param customer into whose account it goes; null = it pays a purchase */
export type GiveMoney = (
  body: AttributePaybillPayment,
  key: string,
  customer: PaybillCustomer | null,
) => Promise<unknown>;

type Dialog = {
  money: PaybillPayment;
  candidates: UseQueryResult<PaybillCandidate[]>;
  /** Reads whom it may be meant for; with a search, whom that finds. */
  useCustomers: UseCustomers;
  /** Null: it can pay no purchase, as it is no provider's yet. */
  choices: AttributeChoices | null;
  /** Above the search for another customer. */
  among?: ReactNode;
  giving: GiveMoney;
  onClose: () => void;
};

/** Gives money to one purchase, for good: an unpaid one, or a new one of a plan for a device; or into a customer's account. */
export function AttributeDialog(props: Dialog) {
  const { money, candidates, useCustomers, choices, among, giving, onClose } = props;
  const likely = useCustomers("").data;
  const [found, setFound] = useState<PaybillCustomer | null>(null);
  const { receipt } = money;
  const amount = kes(money.amount);
  const named = (id: string) =>
    found?.id === id ? found : (likely?.customers.find((one) => one.id === id) ?? null);
  const { form, modal } = useCallForm({
    initialValues: nothingChosen,
    body: decisionOf,
    // The call takes a purchase that waits for its device; who gives money by hand names one.
    check: ({ purchase, macAddress, customerId }) => [
      ...(purchase === "" ? [{ path: "purchase", text: { say: "paybill_choose_purchase" } as const }] : []),
      ...(purchase === fresh && !parseMac(macAddress)
        ? [{ path: "macAddress", text: { say: "paybill_device_address" } as const }]
        : []),
      ...(purchase === anotherCustomer && customerId === null
        ? [{ path: "customerId", text: { say: "paybill_choose_customer" } as const }]
        : []),
    ],
    send: (body, key) => giving(body, key, named(body.customerId ?? "")),
    failure: { title: t("Not given"), text: t("Failed to give the money to a purchase. Please try again.") },
    fieldOf: { paymentId: "purchase" },
    onDone: (_answer, fields) => {
      if (isOfCustomer(fields))
        toastSuccess(
          t("Money given to a customer"),
          t("{amount} of {receipt} is in the account.", { amount, receipt }),
        );
      else
        toastSuccess(
          t("Money given to a purchase"),
          t("{amount} of {receipt} has paid it. The device is let in as soon as its router confirms.", {
            amount,
            receipt,
          }),
        );
      onClose();
    },
  });
  const { purchase, planId, phoneNumber, macAddress } = form.values;
  const chosen = candidates.data?.find(({ transactionId }) => transactionId === purchase);
  const plan = choices?.plans.find((one) => one.id === planId);
  const device = parseMac(macAddress);
  const customer =
    purchase === anotherCustomer ? found : likely?.customers.find(({ id }) => purchase === ofCustomer(id));
  const meaning = customer
    ? t("{amount} of {receipt} goes into the account of {name}, {number}. This cannot be undone.", {
        amount,
        receipt,
        name: customer.name,
        number: formatAccountCode(customer.number),
      })
    : chosen
      ? t("{amount} of {receipt} pays {plan} for {who}. This cannot be undone.", {
          amount,
          receipt,
          plan: chosen.planName,
          who: whoOf(chosen),
        })
      : purchase === fresh && plan && device && phoneNumber
        ? t("{amount} of {receipt} buys {plan} for {who}. This cannot be undone.", {
            amount,
            receipt,
            plan: plan.name,
            who: device,
          })
        : purchase !== "" && purchase === nearlyPaid(money)
          ? t("{amount} of {receipt} is taken as the whole price of that purchase. This cannot be undone.", {
              amount,
              receipt,
            })
          : t("Choose what {amount} of {receipt} was paid for.", { amount, receipt });
  return (
    <FormModal
      onClose={onClose}
      title={t("What was {amount} paid for?", { amount })}
      {...modal}
      action={t("Give {amount}", { amount })}
      busyAction={t("Giving...")}
      size="lg"
    >
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Text component="div" size="sm">
          {receipt} · {paidBy(money)} · <When iso={money.paidAt} />
        </Text>
        {money.provider === null ? null : (
          <Text size="sm" fw={600}>
            {t("{provider}, pay bill {paybill}", { provider: money.provider, paybill: money.paybill })}
          </Text>
        )}
        <Text size="sm">{t("Account typed: {account}", { account: money.account || "–" })}</Text>
        {money.note === null ? null : <Text size="sm">{formatNote(money)}</Text>}
      </Stack>
      <Loaded
        query={candidates}
        loading={<LoadingRows rows={3} height={64} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Purchases"),
          text: t("Failed to load it. Please check your connection and try again."),
        }}
      >
        {(rows) => (
          <Radio.Group
            label={choices === null ? t("Whose it is") : t("Purchase")}
            withAsterisk
            {...form.getInputProps("purchase")}
          >
            <Stack gap="xs" mt="xs">
              <Nearly money={money} rows={rows} />
              {likely?.customers.map((one) => (
                <Choice
                  key={one.id}
                  value={ofCustomer(one.id)}
                  title={t("Account of {name}", { name: one.name })}
                >
                  {formatAccountCode(one.number)} · {one.phoneNumber}
                  {one.provider === null ? null : ` · ${one.provider.name}`}
                </Choice>
              ))}
              {rows.map((one) => (
                <Choice key={one.transactionId} value={one.transactionId} title={one.planName}>
                  {whoOf(one)} · <When iso={one.createdAt} />
                </Choice>
              ))}
              {choices === null ? null : (
                <Choice value={fresh} title={t("A new purchase")}>
                  {rows.length === 0
                    ? t("No unpaid purchase of that day costs {amount}.", { amount })
                    : t("None of these: choose plan and device yourself.")}
                </Choice>
              )}
              {likely?.hasCustomers ? (
                <Choice value={anotherCustomer} title={t("Another customer's account")}>
                  {t("A home or an office: look it up by name, number or phone.")}
                </Choice>
              ) : null}
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
      {purchase === fresh && choices !== null ? (
        <FreshFields field={form.getInputProps} choices={choices} />
      ) : null}
      {purchase === anotherCustomer ? among : null}
      {purchase === anotherCustomer ? (
        <CustomerField
          useCustomers={useCustomers}
          found={found}
          error={form.errors.customerId}
          onFound={(customer) => {
            setFound(customer);
            form.setFieldValue("customerId", customer?.id ?? null);
          }}
        />
      ) : null}
      <Warning role="status">{meaning}</Warning>
    </FormModal>
  );
}

const whoOf = ({ phoneNumber, macAddress }: PaybillCandidate) =>
  macAddress ? `${phone(phoneNumber)}, ${macAddress}` : phone(phoneNumber);

/** The purchase of the typed account number, where the amount was too small for it. */
function Nearly(props: { money: PaybillPayment; rows: readonly PaybillCandidate[] }) {
  const named = nearlyPaid(props.money);
  if (named === null || props.rows.some(({ transactionId }) => transactionId === named)) return null;
  return (
    <Choice value={named} title={t("The purchase whose account number was typed")}>
      {t("It costs more. Taken as paid, it is let in all the same.")}
    </Choice>
  );
}

function Choice(props: { value: string; title: string; children: ReactNode }) {
  return (
    <Radio.Card value={props.value} p="sm" mih={48}>
      <Group wrap="nowrap" gap="sm">
        <Radio.Indicator />
        <Stack gap={0} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text size="sm" fw={600}>
            {props.title}
          </Text>
          <Hint component="div">{props.children}</Hint>
        </Stack>
      </Group>
    </Radio.Card>
  );
}

function CustomerField(props: {
  useCustomers: UseCustomers;
  found: PaybillCustomer | null;
  error: ReactNode;
  onFound: (customer: PaybillCustomer | null) => void;
}) {
  const { useCustomers, found, error, onFound } = props;
  const [q, setQ] = useState("");
  const customers = useCustomers(useDebouncedValue(q, 300)[0]).data?.customers ?? [];
  const shown = found && !customers.some(({ id }) => id === found.id) ? [found, ...customers] : customers;
  return (
    <Select
      label={t("Customer")}
      placeholder={t("Name, number or phone")}
      withAsterisk
      searchable
      filter={({ options }) => options}
      onSearchChange={setQ}
      nothingFoundMessage={t("Nobody found.")}
      data={shown.map(({ id, name, number, provider }) => ({
        value: id,
        label: [name, formatAccountCode(number), ...(provider ? [provider.name] : [])].join(", "),
      }))}
      value={found?.id ?? null}
      onChange={(id) => onFound(shown.find((one) => one.id === id) ?? null)}
      error={error}
    />
  );
}

function FreshFields(props: { field: Form<AttributeFields>["getInputProps"]; choices: AttributeChoices }) {
  const { field, choices } = props;
  return (
    <Stack gap="sm">
      <Select
        label={t("Plan")}
        placeholder={t("Select a plan")}
        withAsterisk
        allowDeselect={false}
        nothingFoundMessage={t("Create a plan first.")}
        data={choices.plans.map(({ id, name, price }) => ({ value: id, label: `${name} KES ${price}` }))}
        {...field("planId")}
      />
      <Select
        label={t("Router")}
        placeholder={t("Choose a router")}
        withAsterisk
        allowDeselect={false}
        data={choices.routers.map(({ id, name }) => ({ value: id, label: name }))}
        {...field("routerId")}
      />
      <TextInput
        label={t("Phone of the buyer")}
        placeholder="0712 345 678"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        withAsterisk
        {...field("phoneNumber")}
      />
      <TextInput
        label={t("Device (MAC address)")}
        description={t(
          "On the phone: Settings, WiFi, this network, MAC address. The phone must have joined this WiFi.",
        )}
        placeholder="4C:5E:0C:A1:00:07"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={17}
        withAsterisk
        {...field("macAddress")}
      />
    </Stack>
  );
}

/** `purchase` is a transaction's id, a customer's (`ofCustomer`), or `fresh` or `anotherCustomer`: then the others say what and whose it is. */
export type AttributeFields = {
  purchase: string;
  customerId: string | null;
  planId: string | null;
  routerId: string | null;
  phoneNumber: string;
  macAddress: string;
};

export const fresh = "fresh";
export const anotherCustomer = "another-customer";
const customerMark = "customer ";
export const ofCustomer = (id: string) => `${customerMark}${id}`;
const isOfCustomer = ({ purchase }: Pick<AttributeFields, "purchase">) =>
  purchase === anotherCustomer || purchase.startsWith(customerMark);

export const nothingChosen: AttributeFields = {
  purchase: "",
  customerId: null,
  planId: null,
  routerId: null,
  phoneNumber: "",
  macAddress: "",
};

export function decisionOf(fields: AttributeFields): AttributePaybillPayment {
  const { purchase, planId, routerId, phoneNumber, macAddress } = fields;
  if (purchase === anotherCustomer) return { customerId: fields.customerId ?? "" };
  if (isOfCustomer(fields)) return { customerId: purchase.slice(customerMark.length) };
  if (purchase !== fresh) return { paymentId: purchase };
  return {
    planId: planId ?? undefined,
    routerId: routerId ?? undefined,
    phoneNumber: phoneNumber.trim(),
    macAddress: parseMac(macAddress) ?? macAddress,
  };
}

import { Button, Collapse, Group, Radio, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { Plan } from "#contract/plans";
import { speedText } from "#contract/values/speed";
import type { Voucher } from "#contract/vouchers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { nairobiField } from "../../console/moment-field.ts";
import { planDuration, visitorPrice } from "../plans/format-plan.ts";
import { useFreeMinutes } from "../use-free-minutes.ts";
import { newOrder, orderOf, quantityOf } from "./order-form.ts";
import { useGenerate } from "./use-vouchers.ts";

const usual = ["10", "20", "50", "100"] as const;

/** Makes vouchers of a plan; `onMade` is given the new ones and whether they shall be printed at once. */
export function GenerateDialog(props: {
  plans: readonly Plan[];
  onMade: (vouchers: Voucher[], print: boolean) => void;
  onClose: () => void;
}) {
  const { plans, onMade, onClose } = props;
  // Which of the two buttons was pressed.
  const print = useRef(false);
  const send = useGenerate();
  const free = useFreeMinutes();
  const [more, showMore] = useDisclosure();
  const { form, modal } = useCallForm({
    initialValues: newOrder,
    body: orderOf,
    schema: async () => (await import("#contract/vouchers")).GenerateVouchers,
    send,
    failure: { title: t("Error"), text: t("Failed to generate vouchers"), isPlain: true },
    reveal: (field) => {
      if (field === "expiresAt") showMore.open();
    },
    onDone: (made) => onMade(made, print.current),
  });
  const { getValues, setFieldValue } = form;
  // The only one is meant; it may arrive after the form.
  const only = plans.length === 1 ? plans[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && getValues().planId === null) setFieldValue("planId", only);
  }, [only, getValues, setFieldValue]);
  const quantity = form.getInputProps("quantity");
  /** Plans of one name and price are told apart by what they give. */
  const isTwice = ({ name, price }: Plan) =>
    plans.filter((other) => other.name === name && other.price === price).length > 1;
  return (
    <FormModal
      onClose={onClose}
      title={t("Generate Vouchers")}
      {...modal}
      action={t("Generate and print")}
      onAction={() => {
        print.current = true;
      }}
      other={{
        action: t("Generate"),
        onAction: () => {
          print.current = false;
        },
      }}
      busyAction={t("Generating...")}
      disabled={form.values.planId === null}
    >
      <Stack>
        {plans.length === 0 ? <Hint>{t("Create a plan first.")}</Hint> : null}
        <Radio.Group label={t("Plan")} withAsterisk {...form.getInputProps("planId")}>
          <SimpleGrid cols={2} spacing={6} mt={4}>
            {plans.map((plan) => (
              <Radio.Card key={plan.id} value={plan.id} px="sm" mih={44}>
                <Group wrap="nowrap" gap="sm">
                  <Radio.Indicator />
                  <Text size="sm">
                    {`${plan.name} KES ${visitorPrice(plan.price)}`}
                    {isTwice(plan) ? (
                      <Hint
                        span
                        size="xs"
                      >{` · ${planDuration(plan.durationHours)} · ${speedText(plan.speedMbps)}`}</Hint>
                    ) : null}
                  </Text>
                </Group>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        <TextInput
          label={t("Quantity")}
          description={t("From 1 to 100")}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          {...quantity}
          onBlur={() => form.setFieldValue("quantity", (typed) => String(quantityOf(typed)))}
        />
        <Group gap="xs" grow role="group" aria-label={t("Usual quantities")}>
          {usual.map((count) => (
            <SecondaryButton
              key={count}
              size="sm"
              px={4}
              mih={44}
              aria-pressed={form.values.quantity === count}
              onClick={() => form.setFieldValue("quantity", count)}
            >
              {count}
            </SecondaryButton>
          ))}
        </Group>
        <Button
          variant="subtle"
          aria-expanded={more}
          aria-controls="vouchers-more"
          rightSection={
            more ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />
          }
          onClick={showMore.toggle}
        >
          {t("More")}
        </Button>
        <Collapse expanded={more} keepMountedMode="display-none" id="vouchers-more">
          <Stack>
            <TextInput
              label={t("Expires (optional)")}
              description={t("Nairobi time. Empty: the vouchers never expire.")}
              type="datetime-local"
              min={nairobiField(Date.now())}
              {...form.getInputProps("expiresAt")}
            />
            <Switch
              size="md"
              label={t("Give them away")}
              description={free.text ?? t("Free, for a complaint or a test: they count as no sale.")}
              disabled={free.left === 0}
              {...form.getInputProps("isFree", { type: "checkbox" })}
            />
          </Stack>
        </Collapse>
      </Stack>
    </FormModal>
  );
}

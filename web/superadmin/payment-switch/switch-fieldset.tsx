import { Chip, Group, Input, Select, SimpleGrid, Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type WeekDay, weekDays } from "#contract/values/day-window";
import { Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useGatewayOptions } from "../providers/gateway-inputs.tsx";
import type { SwitchFields } from "./switch-form.ts";

type Props = { form: UseFormReturnType<SwitchFields>; isNew: boolean; isActive: boolean };

export function SwitchFieldset({ form, isNew, isActive }: Props) {
  return (
    <>
      <TextInput
        label={t("Switch Name")}
        withAsterisk
        maxLength={80}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <AccountFields form={form} isNew={isNew} isActive={isActive} />
      <TextInput
        label={t("Target Amount (KSh)")}
        description={t("Payments are diverted until this much has been collected.")}
        withAsterisk
        inputMode="decimal"
        maxLength={13}
        {...form.getInputProps("targetAmount")}
      />
      <Select
        label={t("Activation Mode")}
        allowDeselect={false}
        data={[
          { value: "manual", label: t("Manual") },
          { value: "automatic", label: t("Automatic") },
        ]}
        {...form.getInputProps("switchMode")}
      />
      <Switch
        size="md"
        label={t("Recurring Schedule")}
        description={
          form.values.switchMode === "automatic"
            ? t("Begins again in the next hours after the target was reached.")
            : t("Diverts in its hours only. After the target it stays off until it is activated by hand.")
        }
        {...form.getInputProps("isRecurring", { type: "checkbox" })}
      />
      {form.values.isRecurring || form.values.switchMode === "automatic" ? <Hours form={form} /> : null}
      <Switch
        size="md"
        label={t("Allow Emergency Deactivate")}
        description={t("Without it there is no Emergency Stop; Deactivate remains.")}
        {...form.getInputProps("allowEmergencyDeactivate", { type: "checkbox" })}
      />
    </>
  );
}

/** Another type empties provider and account, another provider the account; where it is edited, both stay. */
function AccountFields({ form, isNew, isActive }: Props) {
  const { accountType, centralPaymentGatewayId } = form.values;
  const { banks, services } = useGatewayOptions();
  const offered = accountType === "bank" ? banks : accountType === "mobile_money" ? services : [];
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t("Account Type")}
          withAsterisk
          disabled={!isNew}
          placeholder={t("Mobile Money or Bank")}
          allowDeselect={false}
          data={[
            { value: "mobile_money", label: t("Mobile Money") },
            { value: "bank", label: t("Bank") },
          ]}
          value={accountType || null}
          onChange={(value) =>
            form.setValues({
              accountType: (value ?? "") as SwitchFields["accountType"],
              centralPaymentGatewayId: "",
              centralAccountNumber: "",
            })
          }
        />
        <Select
          label={t("Specific Provider")}
          withAsterisk
          disabled={!isNew || accountType === ""}
          placeholder={t("Choose a provider")}
          allowDeselect={false}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={centralPaymentGatewayId || null}
          onChange={(value) =>
            form.setValues({ centralPaymentGatewayId: value ?? "", centralAccountNumber: "" })
          }
        />
      </SimpleGrid>
      <TextInput
        label={t("Central Account Number")}
        description={
          isActive
            ? t("Deactivate the switch before you change its account.")
            : accountType === "bank"
              ? t("The account at the bank: at most 12 letters and digits.")
              : t("The till, pay bill or merchant code that the money goes to.")
        }
        withAsterisk
        disabled={isActive || centralPaymentGatewayId === ""}
        autoCapitalize="none"
        maxLength={60}
        {...form.getInputProps("centralAccountNumber")}
      />
    </>
  );
}

const dayNames = (): Record<WeekDay, string> => ({
  monday: t("Monday"),
  tuesday: t("Tuesday"),
  wednesday: t("Wednesday"),
  thursday: t("Thursday"),
  friday: t("Friday"),
  saturday: t("Saturday"),
  sunday: t("Sunday"),
});

function Hours({ form }: Pick<Props, "form">) {
  const { switchMode, recurringDays, recurringStartTime, recurringEndTime } = form.values;
  const isOpen = recurringDays.length > 0 && recurringStartTime !== "" && recurringEndTime !== "";
  const names = dayNames();
  return (
    <>
      <Input.Wrapper label={t("Days")} labelElement="div">
        <Chip.Group
          multiple
          value={recurringDays}
          onChange={(days) => form.setFieldValue("recurringDays", days as WeekDay[])}
        >
          <Group gap="xs" mt={4} role="group" aria-label={t("Days")}>
            {weekDays.map((day) => (
              <Chip key={day} value={day} size="md">
                {names[day]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <SimpleGrid cols={2}>
        <TextInput type="time" label={t("Start Time")} {...form.getInputProps("recurringStartTime")} />
        <TextInput type="time" label={t("End Time")} {...form.getInputProps("recurringEndTime")} />
      </SimpleGrid>
      <Hint>{t("Both on the same day, at the latest 23:59: hours cannot go past midnight.")}</Hint>
      {switchMode === "automatic" ? (
        <Warning>
          <Text size="sm">
            {isOpen
              ? t("In these hours (Nairobi) it begins to divert by itself, without being activated by hand.")
              : t("Without days and times it opens only when you activate it.")}
          </Text>
        </Warning>
      ) : null}
    </>
  );
}

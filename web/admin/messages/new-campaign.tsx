import { Radio, Stack, Textarea } from "@mantine/core";
import type { CampaignGroup, CampaignOutlook } from "#contract/campaigns";
import { longestTemplate } from "#contract/values/message-templates";
import { smsSize } from "#contract/values/sms-segments";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Hint, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { campaignsPath, groupName } from "./format-campaign.ts";
import { SmsPreview } from "./sms-preview.tsx";

const keyOf = ({ audience, routerId }: CampaignGroup) => `${audience} ${routerId ?? ""}`;

/** To whom, and what it says; the button says how many that are and what it costs. */
export function NewCampaign(props: { outlook: CampaignOutlook; onClose: () => void; onChanged: () => void }) {
  const { outlook, onClose, onChanged } = props;
  const send = useAct("sendCampaign", [campaignsPath, "/api/admin/messages"]);
  const { groups, segmentPrice, business, ending, purse, startsAt } = outlook;
  const chosenOf = (key: string) => groups.find((one) => keyOf(one) === key);
  const priceOf = (key: string, text: string) =>
    round((chosenOf(key)?.people ?? 0) * smsSize(`${text.trim()}${ending}`).segments * segmentPrice);
  const { form, modal } = useCallForm({
    initialValues: { group: keyOf(groups.find(({ people }) => people > 0) ?? none), text: `${business}: ` },
    body: ({ group, text }) => {
      const { audience, routerId, people } = chosenOf(group) ?? none;
      const reached = { audience, ...(routerId === null ? {} : { routerId }) };
      return { ...reached, text: text.trim(), people, cost: priceOf(group, text) };
    },
    send: (body, key) => send.mutateAsync({ body, key }),
    failure: { text: t("Not sent. Please try again.") },
    // They are others by now than were shown.
    onFailure: onChanged,
    onDone: ({ message }) => {
      toastSuccess(t("Campaign sent"), message);
      onClose();
    },
  });
  const { group, text } = form.values;
  const people = chosenOf(group)?.people ?? 0;
  const price = priceOf(group, text);
  const isEmpty = ["", `${business}:`].includes(text.trim());
  return (
    <FormModal
      onClose={onClose}
      title={t("New campaign")}
      {...modal}
      disabled={people === 0 || isEmpty}
      action={t("Send to {count} for {price}", { count: people, price: kes(price) })}
      busyAction={t("Sending...")}
    >
      <Radio.Group label={t("Who gets it")} {...form.getInputProps("group")}>
        <Stack gap={4} mt={4}>
          {groups.map((one) => (
            <Radio
              key={keyOf(one)}
              value={keyOf(one)}
              disabled={one.people === 0}
              label={`${groupName(one)} (${one.people})`}
              styles={{ body: { minHeight: 40, alignItems: "center" } }}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        name="text"
        label={t("Text")}
        autosize
        minRows={3}
        maxLength={longestTemplate}
        data-autofocus
        {...form.getInputProps("text")}
      />
      <SmsPreview name={t("Preview")} text={`${text.trim()}${ending}`} segmentPrice={segmentPrice} />
      {price > purse.left ? (
        <Warning role="status">
          {purse.kind === "credits"
            ? t("{left} of SMS credits are left.", { left: kes(purse.left) })
            : t("{left} of the month's budget are left.", { left: kes(purse.left) })}
        </Warning>
      ) : null}
      {startsAt === null ? null : (
        <Hint>
          {t("It is quiet hours: it goes out from")} <When iso={startsAt} />.
        </Hint>
      )}
      <Hint>{t("Nobody gets two campaigns within a day, and none in quiet hours.")}</Hint>
    </FormModal>
  );
}

const none: CampaignGroup = { audience: "all", routerId: null, routerName: null, people: 0 };
const round = (shillings: number) => Math.round(shillings * 100) / 100;

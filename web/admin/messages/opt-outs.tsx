import { Group, Stack, Text, TextInput } from "@mantine/core";
import { IconBellOff, IconTrash } from "@tabler/icons-react";
import { useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { phone } from "../../console/format.ts";
import { IconButton } from "../../console/icon-button.tsx";
import { Button, Hint, PlainList, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { IncomingMessages } from "./incoming-messages.tsx";

const again = ["/api/admin/messages"];

export function OptOuts() {
  const numbers = useRead("listOptOuts", {}, { staleTime: 0 });
  return (
    <Stack maw={560}>
      <Hint>{t("These numbers get nothing, not even a receipt. Add one when its owner asks you to.")}</Hint>
      <AddNumber />
      <Loaded
        query={numbers}
        loading={<LoadingRows rows={3} height={44} label={t("Loading …")} />}
        failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        empty={
          <Empty
            icon={<IconBellOff size={28} aria-hidden />}
            title={t("No number on the list")}
            text={t("Everybody who pays gets the messages that you turned on.")}
          />
        }
      >
        {(found) => (
          <PlainList gap="xs" aria-label={t("No messages to")}>
            {found.map((one) => (
              <NumberRow key={one.phoneNumber} {...one} />
            ))}
          </PlainList>
        )}
      </Loaded>
      <IncomingMessages />
    </Stack>
  );
}

function AddNumber() {
  const save = useAct("setOptOut", again);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { phoneNumber: "" },
    body: ({ phoneNumber }) => ({ phoneNumber, optedOut: true }),
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("Not saved. Please try again.") },
    onDone: ({ message }) => {
      form.reset();
      toastSuccess(t("Added"), message);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput
          label={t("Phone")}
          type="tel"
          autoComplete="off"
          maxLength={40}
          flex="1 1 180px"
          {...form.getInputProps("phoneNumber")}
        />
        <Button type="submit" mih={44} mt={{ base: 0, xs: 24 }} busy={busy}>
          {t("Add to the list")}
        </Button>
      </Group>
      {error === null ? null : (
        <Text c="red" size="sm" role="alert" mt="xs">
          {error}
        </Text>
      )}
    </form>
  );
}

function NumberRow({ phoneNumber, at }: { phoneNumber: string; at: string }) {
  const save = useAct("setOptOut", again);
  const who = phone(phoneNumber);
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const ask = () =>
    confirmAction({
      title: t("Send messages to {phone} again?", { phone: who }),
      text: t("Only where its owner asks for them."),
      action: t("Take off the list"),
      onYes: () =>
        void save
          .mutateAsync({ body: { phoneNumber, optedOut: false } })
          .then(({ message }) => toastSuccess(t("Taken off the list"), message))
          .catch(toastFailure(t("Not changed"), t("Please try again."))),
    });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <Text size="sm">{who}</Text>
        <Hint>
          <When iso={at} />
        </Hint>
      </div>
      <IconButton
        name={t("Take {phone} off the list", { phone: who })}
        icon={IconTrash}
        disabled={save.isPending}
        onClick={ask}
      />
    </Group>
  );
}

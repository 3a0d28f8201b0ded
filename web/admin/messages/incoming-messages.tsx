import { Group, Stack, Text, Title } from "@mantine/core";
import { IconBellOff, IconCheck } from "@tabler/icons-react";
import type { IncomingMessage } from "#contract/messages";
import { parseKenyanMobile } from "#contract/values/phone";
import { phone } from "../../console/format.ts";
import { IconButton } from "../../console/icon-button.tsx";
import { Hint, PlainList, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";

const again = ["/api/admin/messages"];

/** Messages to the account that were not recognised as an opt-out, and may be one in other words. */
export function IncomingMessages() {
  const { data: found = [] } = useRead("listIncomingMessages", {}, { staleTime: 0 });
  if (found.length === 0) return null;
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {t("Written to your short code")}
      </Title>
      <Hint>
        {t(
          "We could not tell what these ask for. Who wants no messages goes on the list, whatever the words.",
        )}
      </Hint>
      <PlainList gap="xs" aria-label={t("Written to your short code")}>
        {found.map((one) => (
          <Row key={one.id} {...one} />
        ))}
      </PlainList>
    </Stack>
  );
}

function Row({ id, phoneNumber, text, at }: IncomingMessage) {
  const optOut = useAct("setOptOut", again);
  const read = useAct("removeIncomingMessage", again);
  const isMobile = parseKenyanMobile(phoneNumber) !== undefined;
  const who = isMobile ? phone(phoneNumber) : phoneNumber;
  const failed = toastFailure(t("Not changed"), t("Please try again."));
  const isBusy = optOut.isPending || read.isPending;
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const add = () =>
    void optOut
      .mutateAsync({ body: { phoneNumber, optedOut: true } })
      .then(({ message }) => toastSuccess(t("Added"), message))
      .catch(failed);
  const done = () => void read.mutateAsync({ params: { id } }).catch(failed);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <div>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Text>
        <Hint>
          {who} · <When iso={at} />
        </Hint>
      </div>
      <Group wrap="nowrap" gap={4}>
        {isMobile ? (
          <IconButton
            name={t("Send no messages to {phone}", { phone: who })}
            icon={IconBellOff}
            disabled={isBusy}
            onClick={add}
          />
        ) : null}
        <IconButton
          name={t("Read: nothing to do for {phone}", { phone: who })}
          icon={IconCheck}
          disabled={isBusy}
          onClick={done}
        />
      </Group>
    </Group>
  );
}

import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Letter } from "#contract/billing-notifications";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { StatusMark, type Tone } from "../../console/status-mark.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** What became of the letters of one notification; one that was not delivered can be sent again at once. */
export function Letters({ letters }: { letters: readonly Letter[] }): ReactElement | null {
  if (letters.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap="xs"
      p={0}
      m={0}
      mt="sm"
      aria-label={t("Letters")}
      style={{ listStyle: "none" }}
    >
      {letters.map((letter) => (
        <Posted key={letter.id} letter={letter} />
      ))}
    </Stack>
  );
}

function Posted({ letter }: { letter: Letter }): ReactElement {
  const { id, recipient, state, fault, nextAt } = letter;
  const send = useAct("sendLetter", ["/api/superadmin/billing-notifications"]);
  const otherwise = t("The letter was not delivered. Please try again.");
  const sendIt = () =>
    send.mutate(
      { params: { id } },
      {
        onSuccess: (after) =>
          after.state === "sent"
            ? toastSuccess(t("Letter Sent"), recipient)
            : toastError(t("Letter Not Sent"), after.fault ?? otherwise),
        onError: (cause) => toastError(t("Letter Not Sent"), errorText(cause, otherwise)),
      },
    );
  const marks: Record<Letter["state"], [Tone, string]> = {
    sent: ["good", t("E-mail sent")],
    waiting: ["wait", t("E-mail waits")],
    failed: ["bad", t("E-mail not delivered")],
  };
  const [tone, word] = marks[state];
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: "1 1 14rem" }}>
        <Group gap="xs">
          <StatusMark tone={tone} word={word} />
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {recipient}
          </Text>
        </Group>
        {fault ? (
          <Text size="sm" c="red" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        ) : null}
        {fault && nextAt ? (
          <Text size="sm" c="dimmed">
            {t("Tried again by itself:")} <When iso={nextAt} />
          </Text>
        ) : null}
      </div>
      {state === "failed" ? (
        <Button
          variant="default"
          aria-label={t("Send again to {recipient}", { recipient })}
          disabled={send.isPending}
          aria-busy={send.isPending}
          onClick={sendIt}
        >
          {send.isPending ? t("Sending...") : t("Send again")}
        </Button>
      ) : null}
    </Group>
  );
}

import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { Message } from "#contract/messages";
import { confirmAction } from "../../console/confirm-action.tsx";
import { phone } from "../../console/format.ts";
import { Button, Fact, Hint, Money, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { may, useAct } from "../api.ts";
import { canSendAgain, kindName, languageName, nextStep, reasonText, stateMark } from "./format-message.ts";

/** What became of one, why, and what can be done. */
export function MessageDetails({ message }: { message: Message }) {
  const { kind, language, text, segments, price, state, reason } = message;
  const next = nextStep(message);
  return (
    <Stack>
      <div>
        <StatusMark {...stateMark(state)} />
      </div>
      {reason || next ? (
        <div>
          {reason ? <Text size="sm">{reasonText(reason)}</Text> : null}
          {next ? <Hint>{next}</Hint> : null}
        </div>
      ) : null}
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text ?? t("Its text is made when it is sent.")}
      </Text>
      <SimpleGrid cols={2} spacing="sm" component="dl" m={0}>
        <Fact name={t("Type")} isSmall>
          {kindName(kind)}
        </Fact>
        <Fact name={t("Language")} isSmall>
          {languageName(language)}
        </Fact>
        <Fact name={t("Segments")} isSmall>
          {segments ?? "–"}
        </Fact>
        <Fact name={t("Price")} isSmall>
          {price === null ? "–" : <Money amount={price} />}
        </Fact>
        <Fact name={t("Created")} isSmall>
          <When iso={message.createdAt} />
        </Fact>
        <Fact name={state === "waiting" ? t("Is sent") : t("Sent at")} isSmall>
          <When iso={state === "waiting" ? message.nextAt : message.sentAt} />
        </Fact>
      </SimpleGrid>
      {canSendAgain(message) && may("sendMessageAgain") ? <SendAgain message={message} /> : null}
    </Stack>
  );
}

function SendAgain({ message }: { message: Message }) {
  const send = useAct("sendMessageAgain", ["/api/admin/messages"]);
  // By promise: the sheet may be closed meanwhile.
  const run = () =>
    void send
      .mutateAsync({ params: { id: message.id } })
      .then(({ success, message: said }) =>
        success ? toastSuccess(t("Sent"), phone(message.phoneNumber)) : toastError(t("Not sent"), said),
      )
      .catch(toastFailure(t("Not sent"), t("Please try again.")));
  const ask = () =>
    message.state === "unclear"
      ? confirmAction({
          title: t("Send it again?"),
          text: t("It may have arrived: then it arrives twice, and is paid for twice."),
          action: t("Send again"),
          onYes: run,
        })
      : run();
  return (
    <Button busy={send.isPending} onClick={ask}>
      {send.isPending ? t("Sending...") : t("Send again")}
    </Button>
  );
}

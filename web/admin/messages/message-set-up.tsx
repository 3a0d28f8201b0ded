import { Stack } from "@mantine/core";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";
import { MessageChoices } from "./message-choices.tsx";
import { SmsAccountCard } from "./sms-account.tsx";

/** First the account, then a test message, then what it is used for. */
export function MessageSetUp() {
  const settings = useRead("messageSettings", {}, { staleTime: 0 });
  return (
    <Loaded
      query={settings}
      loading={<LoadingRows rows={5} height={92} label={t("Loading settings …")} />}
      failed={{ title: t("Error Loading Settings"), text: t("Please try again.") }}
    >
      {(found) => (
        <Stack maw={640}>
          <SmsAccountCard account={found.account} />
          <MessageChoices settings={found} />
        </Stack>
      )}
    </Loaded>
  );
}

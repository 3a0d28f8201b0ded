import { Stack } from "@mantine/core";
import { useState } from "react";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";
import { MessageChoices } from "./message-choices.tsx";
import { SmsAccountCard } from "./sms-account.tsx";
import { SmsCreditsCard } from "./sms-credits.tsx";

/** First by which account messages go out, then what they are used for. */
export function MessageSetUp() {
  const settings = useRead("messageSettings", {}, { staleTime: 0 });
  const [showsOwn, setShowsOwn] = useState(false);
  return (
    <Loaded
      query={settings}
      loading={<LoadingRows rows={5} height={92} label={t("Loading settings …")} />}
      failed={{ title: t("Error Loading Settings"), text: t("Please try again.") }}
    >
      {(found) => (
        <Stack maw={640}>
          {found.sender === "platform" && found.platform ? (
            <SmsCreditsCard onOwn={() => setShowsOwn(true)} />
          ) : null}
          {showsOwn || found.account || !found.platform ? (
            <SmsAccountCard
              account={found.account}
              sender={found.sender}
              hasCredits={found.platform !== null}
            />
          ) : null}
          <MessageChoices settings={found} />
        </Stack>
      )}
    </Loaded>
  );
}

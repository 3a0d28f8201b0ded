import { Tabs } from "@mantine/core";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { may } from "../api.ts";
import { Campaigns } from "../messages/campaigns.tsx";
import { MessageSetUp } from "../messages/message-set-up.tsx";
import { MessageTexts } from "../messages/message-texts.tsx";
import { OptOuts } from "../messages/opt-outs.tsx";
import { OwnerNewsSettings } from "../messages/owner-news.tsx";
import { SentMessages } from "../messages/sent-messages.tsx";

const tabs = ["sent", "campaigns", "texts", "settings", "numbers", "you"] as const;
const firstTab = { tab: "sent" };

export function MessagesPage() {
  const [place, setPlace] = useUrlState(firstTab);
  const isOwners = may("messageSettings");
  const names = {
    sent: t("Sent messages"),
    ...(isOwners ? { campaigns: t("Campaigns"), settings: t("Settings"), texts: t("Texts") } : {}),
    numbers: t("No messages to"),
    ...(isOwners ? { you: t("To you") } : {}),
  };
  const tab = tabs.find((name) => name === place.tab && name in names) ?? "sent";
  return (
    <>
      <PageHead
        title={t("Messages")}
        help="provider#messages"
        text={t("SMS to your customers: receipts, reminders, and time given back.")}
      />
      <Tabs
        value={tab}
        onChange={(name) => setPlace({ tab: name ?? "sent", page: "1" } as typeof firstTab)}
        keepMounted={false}
      >
        <PageTabs names={names} chosen={tab} />
        <Tabs.Panel value="sent">
          <SentMessages onSetUp={() => setPlace({ tab: "settings" })} />
        </Tabs.Panel>
        {isOwners ? (
          <>
            <Tabs.Panel value="campaigns">
              <Campaigns />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <MessageSetUp />
            </Tabs.Panel>
            <Tabs.Panel value="texts">
              <MessageTexts />
            </Tabs.Panel>
            <Tabs.Panel value="you">
              <OwnerNewsSettings />
            </Tabs.Panel>
          </>
        ) : null}
        <Tabs.Panel value="numbers">
          <OptOuts />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

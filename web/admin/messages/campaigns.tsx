import { Anchor, Card, Group, Stack, Switch, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Campaign, type CampaignOutlook, campaignsPerPage } from "#contract/campaigns";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Pages } from "../../console/data-list.tsx";
import { kes } from "../../console/format.ts";
import { Button, Hint, PlainList, SecondaryButton, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useIsPhone } from "../../console/media.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { campaignsPath, groupName, outcomeText } from "./format-campaign.ts";
import { NewCampaign } from "./new-campaign.tsx";

/** Messages to groups of those who agreed at a purchase, with what came back. */
export function Campaigns() {
  const outlook = useRead("campaignOutlook", {}, { staleTime: 0 });
  return (
    <Loaded
      query={outlook}
      loading={<LoadingRows rows={3} height={92} label={t("Loading …")} />}
      failed={{ title: t("Not loaded"), text: t("Please try again.") }}
    >
      {(found) => (
        <Stack maw={640}>
          <Asking outlook={found} />
          <SentCampaigns outlook={found} onChanged={() => void outlook.refetch()} />
        </Stack>
      )}
    </Loaded>
  );
}

function Asking({ outlook: { asks, agreed } }: { outlook: CampaignOutlook }) {
  const save = useAct("askForOffers", [campaignsPath]);
  const change = (wanted: boolean) =>
    void save
      .mutateAsync({ body: { asks: wanted } })
      .then(({ message }) => toastSuccess(t("Settings Saved"), message))
      .catch(toastFailure(t("Not saved"), t("Please try again.")));
  return (
    <Card component="section" aria-label={t("Who agreed")}>
      <Stack gap="sm">
        <Text fw={600}>
          {t("{count, plural, one {# customer agreed} other {# customers agreed}}", { count: agreed })}
        </Text>
        <Switch
          size="md"
          checked={asks}
          disabled={save.isPending}
          onChange={(event) => change(event.currentTarget.checked)}
          label={t("Ask buyers whether they want offers by SMS")}
          description={t(
            "A box on the payment form that nobody has to tick. Only who ticked it and paid is written to.",
          )}
        />
      </Stack>
    </Card>
  );
}

function SentCampaigns({ outlook, onChanged }: { outlook: CampaignOutlook; onChanged: () => void }) {
  const [page, go] = useState(1);
  const [isNew, setNew] = useState(false);
  const isPhone = useIsPhone();
  const [isGoing, setGoing] = useState(false);
  const campaigns = useList(
    "listCampaigns",
    { query: { page } },
    isGoing ? polled(15_000) : { staleTime: 0 },
  );
  const isWaiting = campaigns.data?.rows.some(({ states }) => states.waiting > 0) ?? false;
  if (isWaiting !== isGoing) setGoing(isWaiting);
  const { hindrance, agreed, asks } = outlook;
  const open = () => {
    onChanged();
    setNew(true);
  };
  const make = <Button onClick={open}>{t("New campaign")}</Button>;
  const begin = hindrance !== null || agreed === 0 ? null : make;
  return (
    <>
      {hindrance === null ? null : (
        <Warning role="status">
          {hindrance === "untried"
            ? t("The SMS account took no test message yet.")
            : t("No SMS account is typed yet.")}{" "}
          <Anchor component={Link} to={`${addresses.messages}?tab=settings`}>
            {t("Set up messages")}
          </Anchor>
        </Warning>
      )}
      <Loaded
        query={campaigns}
        loading={<LoadingRows rows={2} height={120} label={t("Loading …")} />}
        failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        empty={
          <Empty
            icon={<IconSpeakerphone size={28} aria-hidden />}
            title={t("No campaign yet")}
            text={
              agreed > 0
                ? t("Write to those whose time ended, or who have not been online for a while.")
                : asks
                  ? t("As soon as somebody agrees at the payment form, you can write to them here.")
                  : t("Turn the question on first: you may write to those alone who agreed.")
            }
            action={begin}
          />
        }
      >
        {({ rows, total }) => (
          <>
            {begin ? <Group>{begin}</Group> : null}
            <PlainList gap="sm" aria-label={t("Campaigns")}>
              {rows.map((one) => (
                <CampaignCard key={one.id} campaign={one} />
              ))}
            </PlainList>
            <Pages number={page} size={campaignsPerPage} total={total} go={go} wide={!isPhone} />
          </>
        )}
      </Loaded>
      {isNew ? <NewCampaign outlook={outlook} onClose={() => setNew(false)} onChanged={onChanged} /> : null}
    </>
  );
}

function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { text, createdAt, stoppedAt, people, spent, price, returned, states, resumable } = campaign;
  return (
    <Card component="li">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            {groupName(campaign)} ({people})
          </Text>
          <Hint>
            <When iso={createdAt} />
          </Hint>
        </Group>
        <Text size="sm" lineClamp={3} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Text>
        <Text size="sm">
          {stoppedAt === null ? "" : `${t("Stopped")} · `}
          {outcomeText(campaign)}
        </Text>
        <Hint>
          {t("{spent} of at most {price}", { spent: kes(spent), price: kes(price) })}
          {" · "}
          {returned.people > 0
            ? t("{amount} came back from {count} within a week", {
                amount: kes(returned.amount),
                count: returned.people,
              })
            : t("nothing came back yet")}
        </Hint>
        {states.waiting > 0 ? (
          <Stop campaign={campaign} />
        ) : resumable > 0 ? (
          <Resume campaign={campaign} />
        ) : null}
      </Stack>
    </Card>
  );
}

const afterAct = [campaignsPath, "/api/admin/messages"];

function Stop({ campaign: { id, states } }: { campaign: Campaign }) {
  const stop = useAct("stopCampaign", afterAct);
  const ask = () =>
    confirmAction({
      title: t("Stop this campaign?"),
      text: t("{count} who wait get nothing. You can go on later.", { count: states.waiting }),
      action: t("Stop"),
      onYes: () =>
        void stop
          .mutateAsync({ params: { id } })
          .then(({ message }) => toastSuccess(t("Campaign stopped"), message))
          .catch(toastFailure(t("Not stopped"), t("Please try again."))),
    });
  return (
    <Group>
      <SecondaryButton size="sm" mih={44} busy={stop.isPending} onClick={ask}>
        {t("Stop")}
      </SecondaryButton>
    </Group>
  );
}

function Resume({ campaign: { id, resumable, resumePrice } }: { campaign: Campaign }) {
  const resume = useAct("resumeCampaign", afterAct);
  const act = () =>
    void resume
      .mutateAsync({ params: { id }, body: { cost: resumePrice } })
      .then(({ message }) => toastSuccess(t("Campaign goes on"), message))
      .catch(toastFailure(t("Not sent"), t("Please try again.")));
  return (
    <Group>
      <SecondaryButton size="sm" mih={44} busy={resume.isPending} onClick={act}>
        {t("Send to the other {count} for {price}", { count: resumable, price: kes(resumePrice) })}
      </SecondaryButton>
    </Group>
  );
}

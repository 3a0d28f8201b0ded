import { ActionIcon, Card, Group, SimpleGrid, Title, Tooltip } from "@mantine/core";
import { IconAd2, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useCallback, useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Pages } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Window } from "../../console/form-modal.tsx";
import { Fact, Hint, PlainGrid, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber, useLastPage } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { bodyOf, fieldsOf } from "./ad-form.ts";
import { AdPreview } from "./ad-preview.tsx";
import { audienceName, moment } from "./format-ad.ts";

const pageSize = 12;

export function AdList(props: {
  q: string;
  page: string;
  change: (wanted: { q?: string; page?: string }) => void;
  onEdit: (ad: ManagedAd) => void;
  create: ReactNode;
}) {
  const { q, change, onEdit, create } = props;
  const [previewed, setPreviewed] = useState<ManagedAd | null>(null);
  const page = pageNumber(props.page);
  const ads = useList("managedAds", { query: { q, page, pageSize } }, polled(30_000));
  const go = useCallback((to: number) => change({ page: String(to) }), [change]);
  useLastPage(ads.data, page, go, pageSize);
  const remove = useDelete();
  const wide = useIsWide();
  return (
    <>
      {q !== "" || (ads.data?.total ?? 0) > pageSize ? (
        <div style={{ marginBottom: 16 }}>
          <SearchField
            value={q}
            onSearch={(text) => change({ q: text, page: "1" })}
            label={t("Search advertisements")}
          />
        </div>
      ) : null}
      <Loaded
        query={ads}
        loading={<LoadingRows rows={3} height={260} label={t("Loading advertisements …")} />}
        failed={{ title: t("Error Loading Advertisements"), text: t("Failed to fetch advertisements") }}
        empty={
          <EmptyList
            icon={<IconAd2 size={28} aria-hidden />}
            isFiltered={q !== ""}
            onClear={() => change({ q: "", page: "1" })}
            filtered={{
              title: t("No advertisement matches your search"),
              show: t("Show all advertisements"),
            }}
            title={t("No advertisements yet")}
            text={t("Visitors see them before the plans; each counts its views and clicks.")}
            action={create}
          />
        }
      >
        {({ rows, total }) => (
          <>
            <AdCards ads={rows} onPreview={setPreviewed} onEdit={onEdit} onDelete={remove} />
            <Pages number={page} size={pageSize} total={total} go={go} wide={wide} />
          </>
        )}
      </Loaded>
      {previewed ? <PreviewDialog ad={previewed} onClose={() => setPreviewed(null)} /> : null}
    </>
  );
}

function PreviewDialog({ ad, onClose }: { ad: ManagedAd; onClose: () => void }) {
  return (
    <Window onClose={onClose} title={t("Preview of {title}", { title: ad.title })}>
      <AdPreview body={bodyOf(fieldsOf(ad))} />
    </Window>
  );
}

function useDelete(): (ad: ManagedAd) => void {
  const { mutateAsync } = useAct("deleteAd", ["/api/superadmin/advertisements"]);
  const remove = async ({ id, title }: ManagedAd) => {
    try {
      await mutateAsync({ params: { id } });
      toastSuccess(t("Advertisement Deleted"), title);
    } catch (cause) {
      toastError(t("Error"), errorText(cause, t("Failed to delete advertisement")));
    }
  };
  return (ad) =>
    confirmAction({
      title: t("Delete {name}?", { name: ad.title }),
      text: t("Are you sure you want to delete this advertisement?"),
      action: t("Delete advertisement"),
      onYes: () => void remove(ad),
    });
}

type AdActs = {
  onPreview: (ad: ManagedAd) => void;
  onEdit: (ad: ManagedAd) => void;
  onDelete: (ad: ManagedAd) => void;
};

export function AdCards({ ads, ...acts }: { ads: readonly ManagedAd[] } & AdActs) {
  return (
    <PlainGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-label={t("Advertisements")}>
      {ads.map((ad) => (
        <AdCard key={ad.id} ad={ad} {...acts} />
      ))}
    </PlainGrid>
  );
}

function AdCard({ ad, ...acts }: { ad: ManagedAd } & AdActs) {
  const { title, description, showsNow, priority, displayDuration, targetAudience } = ad;
  return (
    <Card component="li" data-testid="ad">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        <StatusMark tone={showsNow ? "good" : "off"} word={showsNow ? t("Active") : t("Inactive")} />
      </Group>
      <Hint mt={4} lineClamp={3} style={{ overflowWrap: "anywhere" }}>
        {description || t("No description")}
      </Hint>
      <SimpleGrid component="dl" cols={2} spacing="xs" verticalSpacing={8} my="sm">
        <Fact isSmall name={t("Priority")}>
          {priority}
        </Fact>
        <Fact isSmall name={t("Duration")}>
          {t("{count} s", { count: displayDuration })}
        </Fact>
        <Fact isSmall name={t("Views")}>
          {ad.viewCount.toLocaleString("en-US")}
        </Fact>
        <Fact isSmall name={t("Clicks")}>
          {ad.clickCount.toLocaleString("en-US")}
        </Fact>
        <Fact isSmall name={t("Start date")}>
          {moment(ad.startDate, t("At once"))}
        </Fact>
        <Fact isSmall name={t("End date")}>
          {moment(ad.endDate, t("No end"))}
        </Fact>
        <Fact isSmall name={t("Target")}>
          {audienceName(targetAudience)}
        </Fact>
      </SimpleGrid>
      <Actions ad={ad} {...acts} />
    </Card>
  );
}

function Actions({ ad, onPreview, onEdit, onDelete }: { ad: ManagedAd } & AdActs) {
  const { title } = ad;
  const acts = [
    { name: t("Preview {name}", { name: title }), icon: IconEye, act: onPreview },
    { name: t("Edit {name}", { name: title }), icon: IconPencil, act: onEdit },
    { name: t("Delete {name}", { name: title }), icon: IconTrash, act: onDelete, color: "red" },
  ];
  return (
    <Group gap={4} mt="auto">
      {acts.map(({ name, icon: Icon, act, color }) => (
        <Tooltip key={name} label={name}>
          <ActionIcon aria-label={name} onClick={() => act(ad)} {...(color ? { color } : {})}>
            <Icon size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}

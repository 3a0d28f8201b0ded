import { Select, Stack } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { DataList } from "../../console/data-list.tsx";
import { When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { RowCard } from "../../console/row-card.tsx";
import { useList, useRead } from "../api.ts";

export function ActivityPage() {
  const { filter, page, go, narrow } = useListParams({ person: "", page: "1" });
  const people = useRead("listPeople");
  const query = { page, pageSize, personId: filter.person || undefined };
  const activity = useList("listActivity", { query }, { staleTime: 0 });
  useLastPage(activity.data, page, go);
  const whoOf = ({ who, kind }: { who: string | null; kind: string }) =>
    kind === "person" ? (who ?? "–") : kind === "platform" ? t("The platform, for you") : t("A customer");
  return (
    <>
      <PageHead title={t("Activity")} text={t("Who did what in this console, newest first.")} />
      <Stack>
        <Select
          maw={320}
          aria-label={t("Person")}
          allowDeselect={false}
          value={filter.person || "all"}
          onChange={(person) => narrow({ person: person === "all" || !person ? "" : person })}
          data={[
            { value: "all", label: t("Everybody") },
            ...(people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Loaded
          query={activity}
          loading={<LoadingRows rows={8} height={56} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
          empty={<Empty icon={<IconHistory size={28} aria-hidden />} title={t("Nothing was done yet")} />}
        >
          {({ rows, total }) => (
            <DataList
              label={t("Activity")}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { key: "at", title: t("When"), render: ({ at }) => <When iso={at} /> },
                { key: "who", title: t("Who"), render: whoOf },
                { key: "what", title: t("What"), render: ({ what }) => what },
              ]}
              card={(line) => (
                <RowCard title={line.what} facts={[whoOf(line)]} below={<When iso={line.at} relative />} />
              )}
              page={{ number: page, size: pageSize, total, go }}
              busy={activity.isPlaceholderData}
            />
          )}
        </Loaded>
      </Stack>
    </>
  );
}

import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAd2 } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useCallback, useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { pageNumber, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { SearchField } from "../../console/search-field.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useList } from "../api.ts";
import { AdCards } from "./ad-cards.tsx";
import { bodyOf, fieldsOf } from "./ad-form.ts";
import { AdPreview } from "./ad-preview.tsx";

const pageSize = 12;

/** All advertisements as cards. @param create the button that begins a new one */
export function AdList(props: {
  q: string;
  page: string;
  change: (wanted: { q?: string; page?: string }) => void;
  onEdit: (ad: ManagedAd) => void;
  create: ReactNode;
}): ReactElement {
  const { q, change, onEdit, create } = props;
  const [previewed, setPreviewed] = useState<ManagedAd | null>(null);
  const page = pageNumber(props.page);
  const ads = useList("managedAds", { query: { q, page, pageSize } }, polled(30_000));
  const go = useCallback((to: number) => change({ page: String(to) }), [change]);
  useLastPage(ads.data, page, go, pageSize);
  const remove = useDelete();
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
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
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconAd2 size={28} aria-hidden />}
              title={q === "" ? t("No advertisements yet") : t("No advertisement matches your search")}
              {...(q === ""
                ? { text: t("Visitors see them before the plans; each counts its views and clicks.") }
                : {})}
              action={
                q === "" ? (
                  create
                ) : (
                  <Button variant="default" onClick={() => change({ q: "", page: "1" })}>
                    {t("Show all advertisements")}
                  </Button>
                )
              }
            />
          ) : (
            <>
              <AdCards ads={rows} onPreview={setPreviewed} onEdit={onEdit} onDelete={remove} />
              <Pages number={page} size={pageSize} total={total} go={go} wide={wide ?? true} />
            </>
          )
        }
      </Loaded>
      {previewed ? <PreviewDialog ad={previewed} onClose={() => setPreviewed(null)} /> : null}
    </>
  );
}

function PreviewDialog({ ad, onClose }: { ad: ManagedAd; onClose: () => void }): ReactElement {
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Preview of {title}", { title: ad.title })}
      fullScreen={phone ?? false}
      radius={phone ? 0 : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <AdPreview body={bodyOf(fieldsOf(ad))} />
    </Modal>
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

import { Stack } from "@mantine/core";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { useRead } from "../api.ts";
import { LastLook, NotLooked } from "../guard/last-look.tsx";
import { AllowedLeaks, Leaks } from "../guard/leaks.tsx";
import { Nights } from "../guard/nights.tsx";

/** What was paid and not served, what is served and not paid, and what of yesterday's money is in no statement. */
export function GuardPage({ page }: { page: PageData }) {
  const guard = useRead("readGuard", {}, { staleTime: 0 });
  return (
    <>
      <PageHead
        title={t("Shilling guard")}
        text={t("Who is online without paying, who paid and is kept out, and whether the money agrees.")}
        help="provider#shilling-guard"
      />
      <Stack maw={860}>
        <Loaded
          query={guard}
          loading={<LoadingRows rows={3} height={120} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <>
              <LastLook guard={found} />
              <NotLooked guard={found} />
              <Leaks guard={found} page={page} />
              <div>
                <AllowedLeaks guard={found} />
                <Nights guard={found} />
              </div>
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

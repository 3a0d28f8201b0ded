import { Stack } from "@mantine/core";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";
import { TrialForm } from "../trial/trial-form.tsx";
import { TrialToday } from "../trial/trial-today.tsx";

/** Minutes for nothing, once per phone, for who has not bought yet. */
export function TrialPage() {
  const trial = useRead("readTrial", {}, { staleTime: 0 });
  return (
    <>
      <PageHead
        title={t("Free trial")}
        text={t("Visitors try your internet for some minutes, once per phone. An SMS proves the phone.")}
        help="provider#free-trial"
      />
      <Stack maw={720}>
        <Loaded
          query={trial}
          loading={<LoadingRows rows={2} height={200} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <>
              <TrialForm trial={found} />
              <TrialToday trial={found} />
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { useRead } from "../api.ts";
import { SecondFactorCard } from "./second-factor-card.tsx";

/** All that a super admin sees who lacks the second factor that the platform asks for. */
export function SecondFactorFirst({ onDone }: { onDone: () => void }) {
  const factor = useRead("getSecondFactor");
  return (
    <>
      <PageHead title={t("Set up your second factor")} text={t("Then the rest of the console opens.")} />
      <Stack maw={560}>
        <Alert variant="light" icon={<IconLock aria-hidden />}>
          {t("Every super admin of this platform needs a code of an authenticator app beside the password.")}
        </Alert>
        <Loaded
          query={factor}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => <SecondFactorCard factor={found} />}
        </Loaded>
        <Group>
          <Button onClick={onDone} disabled={!factor.data?.isOn}>
            {t("Go on to the console")}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

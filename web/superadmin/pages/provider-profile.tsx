import { Group, Stack } from "@mantine/core";
import { IconArrowLeft, IconBuildingStore } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { RequestError } from "../../console/request.ts";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { ProfileHead } from "../provider-profile/profile-head.tsx";
import { ProfileTabs } from "../provider-profile/profile-tabs.tsx";

export function ProviderProfilePage({ page }: { page: PageData }) {
  const { id = "" } = useParams();
  const provider = useRead("platformProvider", { params: { id } }, polled(60_000));
  const isUnknown = provider.error instanceof RequestError && provider.error.status === 404;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          component={Link}
          to={addresses.providers}
          variant="subtle"
          px="xs"
          mih={44}
          icon={IconArrowLeft}
        >
          {t("Back to Providers")}
        </Button>
      </Group>
      {isUnknown ? (
        <NotFound />
      ) : (
        <div>
          {provider.data ? <ProfileHead provider={provider.data} /> : <PageHead title={t("Provider")} />}
          <Loaded
            query={provider}
            loading={<LoadingRows rows={6} height={68} label={t("Loading provider …")} />}
            failed={{
              title: t("Error Loading Provider"),
              text: t("Failed to load the provider. Please check your connection and try again."),
            }}
          >
            {(found) => <ProfileTabs key={found.id} provider={found} mainOrigin={page.mainOrigin} />}
          </Loaded>
        </div>
      )}
    </Stack>
  );
}

function NotFound() {
  return (
    <>
      <PageHead title={t("Provider Not Found")} />
      <Empty
        icon={<IconBuildingStore aria-hidden />}
        title={t("There is no provider at this address")}
        text={t("The link may be old. All providers are in the list.")}
      />
    </>
  );
}

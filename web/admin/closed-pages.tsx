import { Button, Group } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { SecondaryButton } from "../console/kit.tsx";
import { t } from "../console/language.ts";
import { Empty, PageHead } from "../console/loaded.tsx";
import { addresses } from "./navigation.ts";

// What stands in place of a page that is not opened now.

/** In place of a page that one's role does not open. Where one may go stands in the menu. */
export function OthersPage() {
  return (
    <>
      <PageHead title={t("Not for your role")} />
      <Empty
        icon={<IconLock size={28} aria-hidden />}
        title={t("The owner opens this page")}
        text={t("Ask the owner if you need something from here, or another role.")}
        action={
          <Button component={Link} to={addresses.dashboard}>
            {t("Go to the dashboard")}
          </Button>
        }
      />
    </>
  );
}

/** Shown in place of every page but billing and profile. @param reason the server's sentence */
export function Suspended({ reason, onLogOut }: { reason: string; onLogOut: () => void }) {
  return (
    <>
      <PageHead title={t("Account suspended")} />
      <Empty
        icon={<IconLock size={28} aria-hidden />}
        title={reason}
        text={t("What was sold before goes on running. Billing and your own profile stay open to you.")}
        action={
          <Group justify="center">
            <Button component={Link} to={addresses.billing}>
              {t("Billing")}
            </Button>
            <SecondaryButton component={Link} to={addresses.profile}>
              {t("Profile")}
            </SecondaryButton>
            <SecondaryButton onClick={onLogOut}>{t("Logout")}</SecondaryButton>
          </Group>
        }
      />
    </>
  );
}

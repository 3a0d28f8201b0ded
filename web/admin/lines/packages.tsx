import { Anchor, Card, Group, Stack, Text } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Package } from "#contract/lines";
import { Sheet } from "../../console/form-modal.tsx";
import { Button, Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { may } from "../api.ts";
import { BlockingHours } from "./blocking-hours.tsx";
import { fairUseText, lateText, packageSpeed, priceText } from "./format-line.ts";
import { AddPackage, ChangePackageOnSale } from "./package-form.tsx";

/** What lines can be sold as. */
export function PackagesSheet({
  packages,
  onClose,
}: {
  packages: UseQueryResult<Package[]>;
  onClose: () => void;
}) {
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Package | null>(null);
  const add = may("addPackage") ? (
    <Button onClick={() => setAdding(true)}>{t("Add a package")}</Button>
  ) : null;
  return (
    <>
      <Sheet opened onClose={onClose} title={t("Packages")}>
        <Loaded
          query={packages}
          loading={<LoadingRows rows={3} height={76} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
          empty={
            <Empty
              icon={<IconPackage size={28} aria-hidden />}
              title={t("No package yet")}
              text={t("A package is a price, how long it lasts, and a speed.")}
              action={add}
            />
          }
        >
          {(all) => (
            <Stack>
              <PlainList gap="xs" aria-label={t("Packages")}>
                {all.map((one) => (
                  <PackageCard key={one.id} one={one} onChange={() => setChanged(one)} />
                ))}
              </PlainList>
              {add}
              <BlockingHours />
            </Stack>
          )}
        </Loaded>
      </Sheet>
      {changed ? <ChangePackageOnSale one={changed} onClose={() => setChanged(null)} /> : null}
      {isAdding ? <AddPackage isOnTop onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function PackageCard({ one, onChange }: { one: Package; onChange: () => void }) {
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {one.name}
        </Text>
        <Text size="sm" style={{ whiteSpace: "nowrap" }}>
          {priceText(one)}
        </Text>
      </Group>
      <Group justify="space-between" gap="xs">
        <Hint>{packageSpeed(one)}</Hint>
        <Hint>{t("{count, plural, one {# line} other {# lines}}", { count: one.lines })}</Hint>
      </Group>
      {lateText(one) === "" ? null : <Hint>{lateText(one)}</Hint>}
      {fairUseText(one) === "" ? null : <Hint>{fairUseText(one)}</Hint>}
      {one.isOffered ? null : <Hint>{t("Customers cannot choose it themselves")}</Hint>}
      {may("savePackage") ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mih={44}
          aria-label={t("Change {name}", { name: one.name })}
          onClick={onChange}
        >
          {t("Change")}
        </Anchor>
      ) : null}
    </Card>
  );
}

import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconBan, IconBrandWhatsapp, IconPrinter, IconShare2 } from "@tabler/icons-react";
import type { Voucher } from "#contract/vouchers";
import { CopyButton } from "../../console/copy-button.tsx";
import { Fact, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { may } from "../api.ts";
import { isUnused, planName, voucherTerms } from "./format-voucher.ts";
import { CodeText, Standing, type VoucherActs } from "./voucher-marks.tsx";

/** On a phone: what a row of the table shows, and what can be done with the voucher. */
export function VoucherDetails({ voucher, acts }: { voucher: Voucher; acts: VoucherActs }) {
  const { code, status, usedAt, usedBy, expiresAt, createdAt } = voucher;
  const sell = status === "active";
  return (
    <Stack>
      <Group gap="xs" justify="space-between">
        <Group gap={4}>
          <CodeText code={code} />
          <CopyButton text={code} name={t("Copy {code}", { code })} />
        </Group>
        <Standing voucher={voucher} />
      </Group>
      <SimpleGrid cols={2} spacing="sm" component="dl" m={0}>
        <Fact name={t("Plan")} isSmall>
          {planName(voucher)}
        </Fact>
        <Fact name={t("What it gives")} isSmall>
          {voucherTerms(voucher) || "–"}
        </Fact>
        {usedAt ? (
          <Fact name={t("Used At")} isSmall>
            <When iso={usedAt} />
          </Fact>
        ) : null}
        {usedBy ? (
          <Fact name={t("Device")} isSmall>
            {usedBy}
          </Fact>
        ) : null}
        <Fact name={t("Expires")} isSmall>
          <When iso={expiresAt} otherwise={t("Never")} />
        </Fact>
        <Fact name={t("Created")} isSmall>
          <When iso={createdAt} />
        </Fact>
      </SimpleGrid>
      {isUnused(voucher) ? (
        <>
          {sell ? (
            <SimpleGrid cols={2} spacing="xs">
              <SecondaryButton icon={IconShare2} onClick={() => acts.share(voucher)}>
                {t("Share")}
              </SecondaryButton>
              <SecondaryButton
                component="a"
                href={acts.byWhatsApp(voucher)}
                target="_blank"
                rel="noreferrer"
                icon={IconBrandWhatsapp}
              >
                {t("WhatsApp")}
              </SecondaryButton>
              <SecondaryButton icon={IconPrinter} onClick={() => acts.print(voucher)}>
                {t("Print")}
              </SecondaryButton>
            </SimpleGrid>
          ) : null}
          {may("revokeVouchers") ? (
            <Button
              variant="light"
              color="red"
              leftSection={<IconBan size={18} aria-hidden />}
              onClick={() => acts.revoke(voucher)}
            >
              {t("Revoke voucher")}
            </Button>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}

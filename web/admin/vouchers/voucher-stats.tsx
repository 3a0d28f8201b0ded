import { SimpleGrid } from "@mantine/core";
import { IconCircleCheck, IconClockX, IconTicket, IconUserCheck } from "@tabler/icons-react";
import { polled } from "../../console/calls.ts";
import { t } from "../../console/language.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

export function VoucherStats() {
  const stats = useRead("voucherStats", {}, polled(20_000));
  const { data } = stats;
  const value = (figure: number | undefined) =>
    stats.isError && !data ? null : figure?.toLocaleString("en-US");
  const at = addresses.vouchers;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mb="md">
      <StatCard
        name={t("Total Vouchers")}
        value={value(data?.total)}
        icon={<IconTicket size={18} aria-hidden />}
        to={at}
      />
      <StatCard
        name={t("Active")}
        value={value(data?.active)}
        icon={<IconCircleCheck size={18} aria-hidden />}
        to={`${at}?status=active`}
      />
      <StatCard
        name={t("Used")}
        value={value(data?.used)}
        icon={<IconUserCheck size={18} aria-hidden />}
        to={`${at}?status=used`}
      />
      <StatCard
        name={t("Expired")}
        value={value(data?.expired)}
        note={t("with revoked ones")}
        icon={<IconClockX size={18} aria-hidden />}
        to={`${at}?status=ended`}
      />
    </SimpleGrid>
  );
}

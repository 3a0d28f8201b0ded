import { SimpleGrid, Title } from "@mantine/core";
import { kes } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** How the lines of homes and offices stand; nothing where there never were any. */
export function LinesNow() {
  const { data } = useRead("lineFigures", {}, polled(60_000));
  if (!data || (data.lines === 0 && data.left === 0)) return null;
  const rows = (show: string) => `${addresses.lines}?show=${show}`;
  const figures = [
    { name: t("Lines on"), value: `${data.on} / ${data.lines}`, to: addresses.lines },
    { name: t("Lines overdue"), value: String(data.overdue), to: rows("overdue") },
    { name: t("Given up this month"), value: String(data.left) },
    { name: t("Still expected this month"), value: kes(data.expected) },
  ];
  return (
    <section aria-labelledby="lines-now">
      <Title order={2} size="h4" mb="xs" id="lines-now">
        {t("Lines")}
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {figures.map(({ name, value, to }) => (
          <StatCard key={name} name={name} value={value} {...(to ? { to } : {})} />
        ))}
      </SimpleGrid>
      <Hint mt="xs" mb="lg">
        {t("Expected: what their next periods cost until the end of the month, less what accounts hold.")}
      </Hint>
    </section>
  );
}

import { Table, Text } from "@mantine/core";
import type { Guard } from "#contract/leaks";
import { date } from "../../console/format.ts";
import { Money } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";

/** One row a night, of a month. */
export function Nights({ guard: { nights } }: { guard: Guard }) {
  if (nights.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" py={12} style={{ cursor: "pointer" }}>
        {t("Night by night")}
      </Text>
      <Table.ScrollContainer minWidth={320} tabIndex={0} role="region" aria-label={t("Night by night")}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("Looked on")}</Table.Th>
              <Table.Th ta="end">{t("Lost")}</Table.Th>
              <Table.Th ta="end">{t("Taken")}</Table.Th>
              <Table.Th ta="end">{t("Found")}</Table.Th>
              <Table.Th ta="end">{t("Not looked at")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nights.map(({ day, lost, taken, found, unlooked }) => (
              <Table.Tr key={day}>
                <Table.Td>{date(day, language())}</Table.Td>
                <Table.Td ta="end">
                  <Money amount={lost} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money amount={taken} />
                </Table.Td>
                <Table.Td ta="end">{found}</Table.Td>
                <Table.Td ta="end">{unlooked}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}

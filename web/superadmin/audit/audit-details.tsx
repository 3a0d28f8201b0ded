import { Box, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { AuditLine } from "#contract/audit";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { actorOf, changesIn, formatAction, formatField, formatValue, kindOf } from "./format-audit.ts";

/** Everything that was noted of one act. */
export function AuditDetails({ line }: { line: AuditLine }): ReactElement {
  const { changes, ...rest } = line.detail ?? {};
  const details = Object.entries(rest);
  return (
    <Stack component="dl" gap="sm" m={0}>
      <Fact name={t("What")}>{formatAction(line.action)}</Fact>
      <Fact name={t("Who")}>
        {actorOf(line)} ({kindOf(line.actor)})
      </Fact>
      <Fact name={t("When")}>
        <When iso={line.at} />
      </Fact>
      <Fact name={t("From where")}>{line.network ?? t("Not known")}</Fact>
      {line.providerName ? <Fact name={t("Provider")}>{line.providerName}</Fact> : null}
      {changesIn(changes).map(({ name, from, to }) => (
        <Fact key={`change of ${name}`} name={formatField(name)}>
          <Text span inherit c="dimmed" td="line-through">
            {formatValue(from)}
          </Text>{" "}
          <VisuallyHidden>{t("changed to")}</VisuallyHidden>
          <span aria-hidden>→</span>{" "}
          <Text span inherit fw={600}>
            {formatValue(to)}
          </Text>
        </Fact>
      ))}
      {details.map(([name, value]) => (
        <Fact key={name} name={formatField(name)}>
          {formatValue(value)}
        </Fact>
      ))}
      {line.subject ? <Fact name={t("Id of what it was done to")}>{line.subject}</Fact> : null}
      <Fact name={t("As it is kept")}>{line.action}</Fact>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <Box>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </Box>
  );
}

import { Group } from "@mantine/core";
import type { ReactElement } from "react";
import type { Transaction } from "#contract/transactions";
import { StatusMark } from "../../console/status-mark.tsx";
import { isNotActivated, moneyMarks, notActivatedWord, statusOf } from "./format-payment.ts";

/** How it ended, and beside it that the access is still owed and where the money went. */
export function StatusMarks({ transaction }: { transaction: Transaction }): ReactElement {
  return (
    <Group gap={6}>
      <StatusMark {...statusOf(transaction)} />
      {isNotActivated(transaction) ? <StatusMark tone="wait" word={notActivatedWord(transaction)} /> : null}
      {moneyMarks(transaction).map((word) => (
        <StatusMark key={word} tone="off" word={word} />
      ))}
    </Group>
  );
}

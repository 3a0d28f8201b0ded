import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { notifyOperators } from "../mail/index.ts";
import { providerNames } from "./page-of.ts";

/** One that a person began a while ago has not had its time. */
const dueMs = 12 * hourMs;

type Unfinished = {
  day: string;
  startedAt: number;
  cursor: { step: string };
  broken: { tries: number } | null;
  left: readonly { providerId: string }[];
};

/** Tells the operators that a run has not come to its end, and that it never will: once each. Repeatable. */
export async function notifyUnfinished(
  ctx: Context,
  { day, startedAt, cursor, broken, left }: Unfinished,
  since: "next night" | "given up" = "next night",
): Promise<void> {
  if (ctx.now() < startedAt + dueMs) return;
  const letters = {
    "next night": {
      subject: `The comparison of ${day} is not finished`,
      text: `The next night's comparison begins, and the one of ${day} is not finished. It goes on after it.`,
    },
    "given up": {
      subject: `The payments of ${day} were not compared to the end`,
      text: `The comparison of ${day} did not come to its end within a week and is not tried any more.`,
    },
  };
  const { subject, text } = letters[since];
  const failed = broken ? ` That step failed ${broken.tries} times.` : "";
  const names = left.length > 0 ? await providerNames(ctx) : new Map<string, string>();
  const silent = [...new Set(left.map(({ providerId }) => names.get(providerId) ?? providerId))].join(", ");
  const without = silent === "" ? "" : `\n\nWhat is left is of who does not answer: ${silent}.`;
  await notifyOperators(ctx, {
    subject,
    text: `${text}\n\nIt stands at the step "${cursor.step}".${failed}${without}\n\nThe page Reconciliation shows its runs. A day can be compared once more there.`,
    event: `reconciliation ${day} ${startedAt} ${since}`,
  });
}

import { Box, Stack, Text } from "@mantine/core";
import { IconMoonStars } from "@tabler/icons-react";
import type { ReconciliationRun } from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { DataList } from "../../console/data-list.tsx";
import { date, dateTime, kes } from "../../console/format.ts";
import { Hint, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { gatewaysAddress, TextLink } from "../links.tsx";
import { whose } from "./format-difference.ts";
import { reconciliationReads } from "./resolve-dialog.tsx";

const firstPage = { page: "1" };

export function Runs() {
  const { page, go } = useListParams(firstPage);
  const list = useList("listRuns", { query: { page, pageSize } }, polled(30_000));
  useLastPage(list.data, page, go);
  return (
    <Loaded
      query={list}
      loading={<LoadingRows rows={5} height={56} label={t("Loading …")} />}
      failed={{
        title: t("Error Loading Nights"),
        text: t("Failed to load the nightly comparisons. Please check your connection and try again."),
      }}
      empty={
        <Empty
          icon={<IconMoonStars size={28} aria-hidden />}
          title={t("No night was compared yet")}
          text={t("Books, gateways and payments are compared every night at 02:30.")}
        />
      }
    >
      {({ rows, total }) => (
        <DataList<ReconciliationRun>
          rows={rows}
          rowKey={({ day }) => day}
          label={t("Nights")}
          page={{ number: page, size: pageSize, total, go }}
          busy={list.isPlaceholderData}
          columns={[
            { key: "day", title: t("Day"), render: ({ day }) => date(day, language()), width: 120 },
            { key: "state", title: t("Status"), render: (run) => <State run={run} />, width: 170 },
            { key: "counts", title: t("Compared"), render: (run) => <Counts run={run} /> },
            {
              key: "end",
              title: t("Finished"),
              render: ({ finishedAt }) => <When iso={finishedAt} />,
              width: 160,
            },
            {
              key: "act",
              title: t("Actions"),
              render: (run) => <CompareNow run={run} />,
              width: 160,
            },
          ]}
          card={(run) => (
            <Stack gap={4}>
              <Text fw={600}>{date(run.day, language())}</Text>
              <State run={run} />
              <Counts run={run} />
              <CompareNow run={run} />
            </Stack>
          )}
        />
      )}
    </Loaded>
  );
}

function CompareNow({ run: { day, state, broken } }: { run: ReconciliationRun }) {
  const compare = useAct("compareNow", reconciliationReads);
  if (state === "comparing" && broken === null) return null;
  return (
    <SecondaryButton
      size="sm"
      mih={44}
      busy={compare.isPending}
      aria-label={t("Compare now: {day}", { day: date(day, language()) })}
      onClick={() =>
        compare.mutate(
          { params: { day } },
          {
            onSuccess: ({ message }) => toastSuccess(t("Comparing"), message),
            onError: toastFailure(t("Not compared"), t("Failed to compare it. Please try again.")),
          },
        )
      }
    >
      {t("Compare now")}
    </SecondaryButton>
  );
}

function Faults({ run: { faults, silent, state } }: { run: ReconciliationRun }) {
  if (faults.length + silent.length === 0) return null;
  return (
    <Stack component="ul" gap={4} mt={4} p={0} m={0} style={{ listStyle: "none", whiteSpace: "normal" }}>
      {faults.map(({ shortCodes, fault, nextAt, ...of }) => (
        <Box key={shortCodes.join(" ")} component="li" style={{ overflowWrap: "anywhere" }}>
          <Text size="sm">
            {t("No statement of {account} ({provider}): {fault}", {
              account: shortCodes.join(", "),
              provider: whose(of),
              fault,
            })}
          </Text>
          {of.providerId === platformBooks ? null : (
            <Text size="sm">
              <TextLink to={gatewaysAddress(of.providerId)}>{t("Payment gateways")}</TextLink>
            </Text>
          )}
          {nextAt === null ? null : (
            <Hint>{t("It is asked for again at {time}.", { time: dateTime(nextAt, language()) })}</Hint>
          )}
        </Box>
      ))}
      {silent.map(({ providerId, provider, nextAt }) => (
        <Box key={providerId} component="li" style={{ overflowWrap: "anywhere" }}>
          <Text size="sm">
            {t("{provider} does not answer: its payments are not compared to the end.", { provider })}
          </Text>
          {state === "given-up" ? null : (
            <Hint>{t("It is asked again at {time}.", { time: dateTime(nextAt, language()) })}</Hint>
          )}
        </Box>
      ))}
    </Stack>
  );
}

function BrokenStep({ run: { broken, state, step } }: { run: ReconciliationRun }) {
  if (broken === null && state !== "given-up" && state !== "interrupted") return null;
  const steps: Record<NonNullable<typeof step>, string> = {
    pushes: t("Looking for prompts that no list shows fails."),
    payments: t("Comparing the lists with the payments themselves fails."),
    statements: t("Comparing with the gateways' statements fails."),
    switches: t("Comparing the payment switches with the books fails."),
    again: t("Asking once more for what is missing fails."),
  };
  if (broken === null)
    return (
      <Text size="sm" c={state === "given-up" ? "red" : "dimmed"} mt={4}>
        {state === "given-up"
          ? t("It was cut off, and could not be finished within a week. Compare it once more.")
          : t("It was cut off, and goes on when the last night is done.")}
      </Text>
    );
  const { tries, nextAt } = broken;
  const failing = steps[broken.step];
  if (state === "given-up")
    return (
      <Text size="sm" c="red" mt={4}>
        {failing}{" "}
        {t("Tried {tries, plural, one {once} other {# times}} within a week. The platform's log says why.", {
          tries,
        })}
      </Text>
    );
  const time = dateTime(nextAt, language());
  return (
    <Text size="sm" c="red" mt={4}>
      {failing}{" "}
      {t("Tried {tries, plural, one {once} other {# times}}; again at {time}. The platform's log says why.", {
        tries,
        time,
      })}
    </Text>
  );
}

function State({ run: { state, counts, faults, silent, broken } }: { run: ReconciliationRun }) {
  if (state === "given-up") return <StatusMark tone="bad" word={t("Not finished")} />;
  if (broken !== null) return <StatusMark tone="bad" word={t("A step fails")} />;
  if (state === "interrupted") return <StatusMark tone="wait" word={t("Not finished")} />;
  if (silent.length > 0) return <StatusMark tone="wait" word={t("Not all compared")} />;
  if (state === "comparing") return <StatusMark tone="wait" word={t("Comparing")} />;
  const found = counts.differences ?? 0;
  // What nobody could compare does not agree.
  if (found === 0 && faults.length > 0) return <StatusMark tone="wait" word={t("Not all compared")} />;
  const compared = (counts.payments ?? 0) + (counts.statements ?? 0) + (counts.skipped ?? 0);
  if (found === 0 && compared === 0) return <StatusMark tone="off" word={t("Nothing to compare")} />;
  return found === 0 ? (
    <StatusMark tone="good" word={t("Everything agrees")} />
  ) : (
    <StatusMark
      tone="bad"
      word={t("{count, plural, one {# difference} other {# differences}}", { count: found })}
    />
  );
}

/** Beside the payments, what was not nothing. */
const said: readonly (readonly [string, (count: number) => string])[] = [
  ["asked", (count) => t("{count} asked again", { count })],
  ["repaired", (count) => t("{count} repaired", { count })],
  ["statements", (count) => t("{count, plural, one {# statement} other {# statements}}", { count })],
  [
    "skipped",
    (count) => t("{count, plural, one {# account} other {# accounts}} without a statement", { count }),
  ],
];

function Counts({ run }: { run: ReconciliationRun }) {
  const { counts } = run;
  const of = (name: string) => counts[name] ?? 0;
  const learned = of("learned");
  return (
    <Box style={{ whiteSpace: "normal" }}>
      <Text size="sm">
        {t("{count, plural, one {# payment} other {# payments}}", { count: of("payments") })}
        {said
          .filter(([name]) => of(name) > 0)
          .map(([name, words]) => `, ${words(of(name))}`)
          .join("")}
      </Text>
      <Text size="sm">
        {t("Paid {paid}, in the books {booked}, in statements {received}", {
          paid: kes(of("paidCents") / 100),
          booked: kes(of("bookedCents") / 100),
          received: kes(of("receivedCents") / 100),
        })}
      </Text>
      {learned > 0 ? (
        <Text size="sm">
          {t("{count, plural, one {# receipt} other {# receipts}} learned from statements", {
            count: learned,
          })}
        </Text>
      ) : null}
      <BrokenStep run={run} />
      <Faults run={run} />
    </Box>
  );
}

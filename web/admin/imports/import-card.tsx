import { Alert, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button, Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { type Facts, FileFacts } from "./file-facts.tsx";
import type { RunState } from "./use-import-run.ts";

type Progressed = { done: number; total: number };

/** A file that was read, on its way in: what is chosen for it, how far it is, what became of its rows, and what can be pressed. */
export function ImportCard(props: {
  file: { name: string; content: Facts };
  state: RunState;
  /** Until it is in. */
  choices: ReactNode;
  /** Once it was tried. */
  table: ReactNode;
  /** How many rows would come in. */
  good: number;
  /** What has to be chosen before it can be tried, in words. */
  lacks: string | null;
  words: { progress: (progress: Progressed) => string; bring: string; beforeIt: string };
  /** Where to go once it is in. */
  next?: ReactNode;
  onSave: () => void;
  onAnother: () => void;
}) {
  const { file, state, choices, table, good, lacks, words, next = null, onSave, onAnother } = props;
  const { run, isChecked, isIn, isBusy, go } = state;
  const { kind = "check", done = 0, total = 0, fault = null } = run ?? {};
  const progress = { done, total };
  /** Nothing that could be chosen would bring a row in. */
  const isLost = file.content.rows.every((row) => row.fault !== null);
  const isShown = isChecked || isIn || isLost;
  return (
    <Card maw={960} mb="xl">
      <Stack>
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {file.name}
          </Title>
          <FileFacts content={file.content} />
        </div>
        {isIn ? null : choices}
        {isBusy ? (
          <Stack gap={4} role="status">
            <Text size="sm">
              {kind === "check" ? t("Checked {done} of {total}", progress) : words.progress(progress)}
            </Text>
            <Progress value={total > 0 ? Math.round((100 * done) / total) : 0} aria-label={t("Progress")} />
          </Stack>
        ) : null}
        {fault ? (
          <Alert color="red" variant="light" role="alert" title={t("Stopped at {done} of {total}", progress)}>
            {fault}
          </Alert>
        ) : null}
        {isShown ? table : null}
        {isIn || isBusy || fault ? null : <WhyNot {...{ isLost, isChecked, good, lacks }} />}
        <Group>
          {isIn ? (
            next
          ) : fault ? (
            <Button onClick={() => void go(kind)}>{t("Go on")}</Button>
          ) : isChecked ? (
            <Button disabled={good === 0} onClick={() => void go("import")}>
              {words.bring}
            </Button>
          ) : (
            <Button busy={isBusy} disabled={lacks !== null} onClick={() => void go("check")}>
              {t("See what becomes of it")}
            </Button>
          )}
          {isShown ? (
            <SecondaryButton icon={IconDownload} onClick={onSave}>
              {t("Download the table")}
            </SecondaryButton>
          ) : null}
          <SecondaryButton disabled={isBusy} onClick={onAnother}>
            {t("Another file")}
          </SecondaryButton>
        </Group>
        {isChecked && !isIn && good > 0 ? <Hint>{words.beforeIt}</Hint> : null}
      </Stack>
    </Card>
  );
}

/** Why there is nothing to press, and what to do. */
function WhyNot(props: { isLost: boolean; isChecked: boolean; good: number; lacks: string | null }) {
  const { isLost, isChecked, good, lacks } = props;
  if (isLost)
    return (
      <Warning>
        {t("No row of this file can be brought in. Each says why. Mend the file, and choose it again.")}
      </Warning>
    );
  if (isChecked && good === 0)
    return (
      <Warning>{t("No row is left to bring in. Each says why. Choose otherwise, or mend the file.")}</Warning>
    );
  return isChecked || lacks === null ? null : <Warning>{lacks}</Warning>;
}

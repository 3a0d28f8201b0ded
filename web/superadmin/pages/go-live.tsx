import { Anchor, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { type GoLiveStepId, goLiveChapters, goLiveStepIds } from "#contract/values/go-live";
import type { GoLive } from "#contract/watches";
import { Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { toastFailure } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";
import { stepWords } from "../go-live/step-words.ts";

type Step = GoLive["steps"][number];

const place = "/api/superadmin/go-live";
const isDone = ({ seen, marked }: Step) => seen !== null || marked !== null;

/** The way from an account to a real sale: what the platform sees of it ticks itself, the rest an operator says. */
export function GoLivePage() {
  const read = useRead("readGoLive", {}, polled(30_000));
  return (
    <>
      <PageHead
        title={t("Going live")}
        text={t(
          "The way to a real sale, in order. What the platform sees ticks itself, the rest you say. At length: docs/go-live.md of the program.",
        )}
      />
      <Stack maw={720} gap="md">
        <Loaded
          query={read}
          loading={<LoadingRows rows={8} height={92} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ steps, gateways }) => (
            <>
              <HowFar steps={steps} />
              {goLiveChapters.map(({ title, steps: own }) => (
                <Card component="section" key={title} aria-label={title} padding="sm">
                  <Title order={2} fz="md" mb="xs">
                    {title}
                  </Title>
                  <PlainList gap="md">
                    {Object.entries(own).map(([id, name]) => {
                      const step = steps.find((one) => one.id === id);
                      return step ? <OneStep key={id} step={step} name={name} gateways={gateways} /> : null;
                    })}
                  </PlainList>
                </Card>
              ))}
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function HowFar({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(isDone).length;
  const words = t("{done} of {count} done", { done, count: steps.length });
  return (
    <div>
      <Text fw={600} mb={4}>
        {words}
      </Text>
      <Progress value={(100 * done) / steps.length} aria-label={words} />
    </div>
  );
}

function OneStep({ step, name, gateways }: { step: Step; name: string; gateways: GoLive["gateways"] }) {
  const { id, seen, marked, lacks } = step;
  const { todo, seen: saw, at } = stepWords(id, seen?.about ?? "");
  return (
    <li>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Text fw={600}>
          {goLiveStepIds.indexOf(id) + 1}. {name}
        </Text>
        <StatusMark tone={isDone(step) ? "good" : "wait"} word={isDone(step) ? t("Done") : t("To do")} />
      </Group>
      {seen ? (
        <Hint>
          {saw}
          {seen.at === null ? null : (
            <>
              : <When iso={seen.at} />
            </>
          )}
        </Hint>
      ) : (
        <>
          {marked ? (
            <Hint>
              {t("Said by {name}", { name: marked.by })}: <When iso={marked.at} />
            </Hint>
          ) : (
            <Hint>{todo}</Hint>
          )}
          {lacks.length > 0 && !marked ? (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {t("Not set: {names}", { names: lacks.join(", ") })}
            </Text>
          ) : null}
          {id === "settings" && !marked ? <Reach gateways={gateways} /> : null}
          <Group gap="md" mt={4}>
            <Mark id={id} name={name} isMarked={marked !== null} />
            {at && !marked ? (
              <Anchor component={Link} to={at.to} size="sm" underline="always" lh="44px">
                {at.name}
              </Anchor>
            ) : null}
          </Group>
        </>
      )}
    </li>
  );
}

function Mark({ id, name, isMarked }: { id: GoLiveStepId; name: string; isMarked: boolean }) {
  const mark = useAct("markGoLive", [place]);
  return (
    <SecondaryButton
      size="sm"
      mih={44}
      busy={mark.isPending}
      aria-label={isMarked ? t("Not done after all: {name}", { name }) : t("Mark as done: {name}", { name })}
      onClick={() =>
        mark.mutate(
          { params: { step: id }, body: { isDone: !isMarked } },
          { onError: toastFailure(t("Not saved"), t("Please try again.")) },
        )
      }
    >
      {isMarked ? t("Not done after all") : t("Mark as done")}
    </SecondaryButton>
  );
}

/** Whether the gateways let the platform in, as they were asked last: by the deployment, or from here. */
function Reach({ gateways }: { gateways: GoLive["gateways"] }) {
  const ask = useAct("askGateways", [place]);
  return (
    <>
      {gateways?.reach.map(({ gateway, host, state, detail }) => (
        <Text key={host} size="sm" style={{ overflowWrap: "anywhere" }}>
          <StatusMark
            isPlain
            tone={state === "reached" ? "good" : "bad"}
            word={
              state === "reached"
                ? t("{gateway} lets this platform in.", { gateway })
                : state === "turned_away"
                  ? t("{gateway} turns this platform away ({detail}): it wants the relay.", {
                      gateway,
                      detail,
                    })
                  : t("{gateway} does not answer ({detail}).", { gateway, detail })
            }
          />
        </Text>
      ))}
      <Group gap="xs" mt={4}>
        <SecondaryButton
          size="sm"
          mih={44}
          busy={ask.isPending}
          onClick={() => ask.mutate({}, { onError: toastFailure(t("Not asked"), t("Please try again.")) })}
        >
          {t("Ask the gateways")}
        </SecondaryButton>
        {gateways ? (
          <Hint>
            {t("Asked last")}: <When iso={gateways.at} relative />
          </Hint>
        ) : null}
      </Group>
    </>
  );
}

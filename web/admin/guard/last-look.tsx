import { Anchor, Card, Group, List, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Guard } from "#contract/leaks";
import { date } from "../../console/format.ts";
import { Button, Hint, StatusMark, type Tone, Warning, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastFailure } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { addresses } from "../navigation.ts";

export const guardPath = "/api/admin/guard";

/** The one sentence, what the statement says, and a look on demand. */
export function LastLook({ guard }: { guard: Guard }) {
  const look = useAct("lookNow", [guardPath]);
  const { look: last } = guard;
  return (
    <Card component="section" aria-label={t("The last look")}>
      <Stack gap="xs">
        <Text fw={600} fz="lg" role="status">
          {last ? last.sentence : t("Nothing was looked at yet. It is done each night, or now.")}
        </Text>
        {last ? <Statement look={last} /> : null}
        <Group justify="space-between" gap="sm">
          <Hint component="div">
            {last ? (
              <>
                {t("Looked at")} <When iso={last.at} relative />
              </>
            ) : null}
          </Hint>
          <Button
            loading={look.isPending}
            onClick={() =>
              void look.mutateAsync({}).catch(toastFailure(t("Error"), t("The routers could not be asked")))
            }
          >
            {t("Look now")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Statement({ look }: { look: NonNullable<Guard["look"]> }) {
  const day = date(look.moneyOf, language());
  const said: Record<typeof look.statement, [Tone, string]> = {
    agrees: ["good", t("The statement of {day} agrees with the books", { day })],
    differs: ["wait", t("Payments of {day} are under review", { day })],
    waiting: ["off", t("The statement of {day} is not compared yet", { day })],
    missing: ["off", t("The gateway gave no statement of {day}", { day })],
  };
  const [tone, word] = said[look.statement];
  return (
    <div>
      <StatusMark tone={tone} word={word} isLong />
      {look.statement === "differs" ? (
        <Anchor component={Link} to={addresses.payments} py={10} display="inline-block" ml="xs">
          {t("View Payments")}
        </Anchor>
      ) : null}
    </div>
  );
}

/** Routers that say nothing of themselves: what is found is that of before. */
export function NotLooked({ guard }: { guard: Guard }) {
  const away = guard.routers.filter(({ hindrance }) => hindrance !== "");
  const cut = guard.routers.filter(({ left }) => left > 0);
  if (away.length + cut.length === 0) return null;
  return (
    <Warning title={t("Not looked at")}>
      <List listStyleType="none" spacing={4} size="sm">
        {away.map(({ id, name, hindrance }) => (
          <List.Item key={id}>{t("{name}: {why}", { name, why: hindrance })}</List.Item>
        ))}
        {cut.map(({ id, name, left }) => (
          <List.Item key={`${id} left`}>
            {t(
              "{name}: {count, plural, one {# more row is} other {# more rows are}} there than can be told at once",
              {
                name,
                count: left,
              },
            )}
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}

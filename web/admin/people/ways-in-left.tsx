import { Alert, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { WaysIn } from "#contract/ways-in";
import { date } from "../../console/format.ts";
import { PlainList, SecondaryButton, Warning } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { errorText } from "../../console/toast.tsx";
import { roleName } from "../session.ts";

/** What a new password does not end; nothing where there is nothing (docs/behaviour/provider-console.md, PC-5b). */
export function WaysInLeft({ left, end }: { left: WaysIn; end: () => Promise<{ message: string }> }) {
  const ending = useMutation({ mutationFn: end });
  if (left.tokens.length + left.invitations.length === 0) return null;
  if (ending.data)
    return (
      <Alert variant="light" role="status">
        {ending.data.message}
      </Alert>
    );
  return (
    <Warning title={t("This still opens your business in your name:")}>
      <Stack gap="sm" align="flex-start" style={{ overflowWrap: "anywhere" }}>
        <PlainList gap={4}>
          {left.tokens.map(({ name, createdAt }) => (
            <Text component="li" size="sm" key={`token ${name} ${createdAt}`}>
              {t("API token {name}, made {date}", { name, date: date(createdAt, language()) })}
            </Text>
          ))}
          {left.invitations.map(({ name, role, createdAt }) => (
            <Text component="li" size="sm" key={`invitation ${name} ${createdAt}`}>
              {t("Invitation of {name} as {role}, given out {date}", {
                name,
                role: roleName(role),
                date: date(createdAt, language()),
              })}
            </Text>
          ))}
        </PlainList>
        <Text size="sm">
          {t(
            "Do you not know one of them, or may somebody have had your password? End them all. What uses them stops at once; new ones can be made.",
          )}
        </Text>
        {ending.error ? (
          <Text size="sm" c="red" role="alert">
            {errorText(ending.error, t("Please try again."))}
          </Text>
        ) : null}
        <SecondaryButton busy={ending.isPending} onClick={() => ending.mutate()}>
          {t("End them all")}
        </SecondaryButton>
      </Stack>
    </Warning>
  );
}

import { Checkbox, Code, Fieldset, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import type { ApiToken } from "#contract/api-tokens";
import type { Scope } from "#contract/values/api-token";
import { useCallForm } from "../../console/call-form.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { dayOf, plusDays } from "../../console/days.ts";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { curlExample } from "./curl-example.ts";
import { scopeGroups } from "./scope-words.ts";

type Fields = { name: string; scopes: Scope[]; ends: "day" | "never"; lastDay: string };

/** First what it is for and what it may do, then the token, this once. */
export function MakeToken({ origin, onClose }: { origin: string; onClose: () => void }) {
  const make = useAct("makeApiToken", ["/api/admin/api-tokens"]);
  const { form, modal } = useCallForm({
    initialValues: { name: "", scopes: [], ends: "day", lastDay: plusDays(dayOf(), 365) } as Fields,
    body: ({ name, scopes, ends, lastDay }) => ({ name, scopes, ...(ends === "day" ? { lastDay } : {}) }),
    // Without a day the call makes a token without an end.
    check: ({ ends, lastDay }) =>
      ends === "day" && lastDay === "" ? [{ path: "lastDay", text: { say: "token_past" } as const }] : [],
    send: (body) => make.mutateAsync({ body }),
    failure: { text: t("Not made. Please try again.") },
    onDone: () => undefined,
  });
  if (make.data) return <MadeToken {...make.data} origin={origin} onClose={onClose} />;
  return (
    <FormModal
      onClose={onClose}
      title={t("Make a token")}
      {...modal}
      action={t("Make the token")}
      busyAction={t("Making...")}
    >
      <TextInput
        label={t("Name")}
        description={t("What will use it: My shop, Bookkeeping")}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Checkbox.Group label={t("It may")} {...form.getInputProps("scopes")}>
        <Stack gap="xs" pt="xs">
          {scopeGroups().map(({ title, scopes }) => (
            <Fieldset key={title} legend={title} p="sm">
              <Stack gap="sm">
                {scopes.map(({ scope, may }) => (
                  <Checkbox key={scope} size="md" value={scope} label={may} description={scope} />
                ))}
              </Stack>
            </Fieldset>
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={t("It works")} {...form.getInputProps("ends")}>
        <Stack gap="xs" pt="xs">
          <Radio size="md" value="day" label={t("until a day")} />
          <Radio size="md" value="never" label={t("until you revoke it")} />
        </Stack>
      </Radio.Group>
      {form.values.ends === "day" ? (
        <TextInput
          type="date"
          label={t("Last day")}
          min={dayOf()}
          required
          withAsterisk={false}
          {...form.getInputProps("lastDay")}
        />
      ) : null}
    </FormModal>
  );
}

const asTyped = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

function MadeToken(props: { token: ApiToken; secret: string; origin: string; onClose: () => void }) {
  const { token, secret, origin, onClose } = props;
  const example = curlExample(origin, secret, token.scopes);
  return (
    <Window onClose={onClose} title={t("Token for {name}", { name: token.name })} closeOnClickOutside={false}>
      <Stack>
        <Warning role="status">
          {t(
            "Copy it now: it is shown this once. Keep it like a password; whoever has it can do all that it may.",
          )}
        </Warning>
        <Code block style={asTyped}>
          {secret}
        </Code>
        <Group>
          <CopyButton text={secret} name={t("Copy the token")} labelled />
        </Group>
        <Text size="sm" fw={500}>
          {t("Try it")}
        </Text>
        <Hint>{t("In a terminal of your computer:")}</Hint>
        <Code block style={asTyped}>
          {example}
        </Code>
        <Group>
          <CopyButton text={example} name={t("Copy the example")} labelled />
        </Group>
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>{t("Close")}</SecondaryButton>
        </Group>
      </Stack>
    </Window>
  );
}

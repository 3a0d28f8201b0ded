import { Card, Group, Stack, Switch, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import type { WaitingSignUp } from "#contract/sign-up-decisions";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { phone as phoneWords } from "../../console/format.ts";
import { Button, Hint, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";

const read = "/api/superadmin/sign-ups";

/** Businesses that signed up by themselves: above the providers while one waits, else below them. */
export function SignUps({ mainOrigin, place }: { mainOrigin: string; place: "above" | "below" }) {
  const { data } = useRead("listSignUps", {}, polled(60_000));
  const rule = useAct("saveSignUpRules", [read]);
  const [refused, setRefused] = useState<WaitingSignUp | null>(null);
  if (!data) return null;
  const isHere = place === (data.waiting.length > 0 ? "above" : "below");
  const choose = (approvesItself: boolean) =>
    rule.mutate(
      { body: { approvesItself } },
      {
        onSuccess: () => toastSuccess(t("Saved")),
        onError: toastFailure(t("Not changed"), t("Please try again.")),
      },
    );
  const card = (
    <Card component="section" aria-labelledby="sign-ups" my="md">
      <Stack gap="sm">
        <Title order={2} size="h4" id="sign-ups">
          {t("Sign-ups")}
        </Title>
        <Hint style={{ overflowWrap: "anywhere" }}>
          {t("Businesses sign up at {address}, and wait here once they have proved their e-mail address.", {
            address: `${mainOrigin}/signup`,
          })}
        </Hint>
        {data.waiting.length > 0 ? (
          <PlainList gap="md" aria-label={t("Sign-ups")}>
            {data.waiting.map((signUp) => (
              <Waiting key={signUp.id} signUp={signUp} onRefuse={() => setRefused(signUp)} />
            ))}
          </PlainList>
        ) : null}
        {data.total > data.waiting.length ? (
          <Hint>
            {t("{count, plural, one {# more waits} other {# more wait}}: decide on some to see them.", {
              count: data.total - data.waiting.length,
            })}
          </Hint>
        ) : null}
        <Switch
          label={t("Approve whoever has proved an address, without asking")}
          checked={data.approvesItself}
          disabled={rule.isPending}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
  return (
    <>
      {isHere ? card : null}
      {refused ? <RefuseSignUp signUp={refused} onClose={() => setRefused(null)} /> : null}
    </>
  );
}

function Waiting({ signUp, onRefuse }: { signUp: WaitingSignUp; onRefuse: () => void }) {
  const { id, businessName, name, email, phone, subdomain, provedAt } = signUp;
  const approval = useAct("approveSignUp", [read, "/api/superadmin/providers", "/api/superadmin/stats"]);
  const approve = () =>
    approval.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toastSuccess(
            t("Provider approved"),
            t("{name} signs in with {email}. A letter tells them so.", { name: businessName, email }),
          ),
        onError: toastFailure(t("Not approved"), t("Please try again.")),
      },
    );
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>{businessName}</Text>
        <Hint>{[name, email, phoneWords(phone), subdomain].join(" · ")}</Hint>
        <Hint>
          <When iso={provedAt} />
        </Hint>
      </Stack>
      <Group gap="xs">
        <SecondaryButton onClick={onRefuse} aria-label={t("Refuse {name}", { name: businessName })}>
          {t("Refuse")}
        </SecondaryButton>
        <Button
          busy={approval.isPending}
          onClick={approve}
          aria-label={t("Approve {name}", { name: businessName })}
        >
          {t("Approve")}
        </Button>
      </Group>
    </Group>
  );
}

function RefuseSignUp({
  signUp: { id, businessName },
  onClose,
}: {
  signUp: WaitingSignUp;
  onClose: () => void;
}) {
  const refuse = useAct("refuseSignUp", [read]);
  const { form, modal } = useCallForm({
    initialValues: { reason: "" },
    send: (body) => refuse.mutateAsync({ params: { id }, body }),
    failure: { text: t("Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Sign-up refused"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Refuse {name}?", { name: businessName })}
      {...modal}
      isDangerous
      action={t("Refuse")}
      busyAction={t("Sending...")}
    >
      <Textarea
        label={t("Reason")}
        description={t("It is mailed to whoever signed up.")}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </FormModal>
  );
}

import { Alert, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { confirmSignUp } from "#contract/sign-up";
import { useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import { originOf, type PageData } from "../../console/page-data.ts";
import { NewPasswordFields, repeatedFaults } from "../../console/password-field.tsx";
import type { Answer } from "../../console/request.ts";
import { callApi, keptFor, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

type Begun = { id: string; email: string };

/** A business signs up by itself: what it is, then the code that was mailed. */
export function SignUpPage({ page }: { page: PageData }) {
  useLanguage();
  const [begun, setBegun] = useState<Begun | null>(null);
  // The form stays as it was filled in for who goes back to it.
  return (
    <>
      <div hidden={begun !== null}>
        <About page={page} onBegun={setBegun} />
      </div>
      {begun ? <Code begun={begun} onBack={() => setBegun(null)} /> : null}
    </>
  );
}

const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

function About({ page, onBegun }: { page: PageData; onBegun: (begun: Begun) => void }) {
  const { form, submit, busy, error } = useCallForm({
    initialValues: {
      businessName: "",
      subdomain: "",
      name: "",
      phone: "",
      email: "",
      newPassword: "",
      confirmPassword: "",
    },
    body: ({ newPassword: password, confirmPassword: _, ...about }) => ({ ...about, password }),
    check: repeatedFaults,
    send: (body) => callApi("signUp", { body }),
    failure: { text: t("Please try again.") },
    fieldOf: { password: "newPassword" },
    onDone: onBegun,
  });
  const { subdomain } = form.values;
  const [asked] = useDebouncedValue(subdomain.trim().toLowerCase(), 400);
  const check = useRead(
    "signUpSubdomain",
    { query: { name: asked } },
    { ...keptFor(5_000), enabled: asked !== "" },
  );
  const isAnswered = check.data?.subdomain === subdomain.trim().toLowerCase();
  const fault = isAnswered && check.data && !check.data.isFree ? check.data.message : null;
  const where = originOf(page.mainOrigin, subdomain.trim().toLowerCase() || "…").replace(/^https?:\/\//, "");
  const name = form.getInputProps("subdomain");
  return (
    <EntryCard title={t("Sign up your business")} subtitle={t("Sell internet over WiFi with your own page.")}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t("Business Name")}
            autoComplete="organization"
            maxLength={100}
            {...form.getInputProps("businessName")}
          />
          <TextInput
            label={t("Address of your page")}
            description={
              isAnswered && check.data?.isFree ? t("{address} is free.", { address: where }) : where
            }
            autoComplete="off"
            maxLength={63}
            {...asTyped}
            {...name}
            error={name.error ?? fault}
          />
          <TextInput
            label={t("Your name")}
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("Phone")}
            type="tel"
            autoComplete="tel"
            placeholder="0712 345 678"
            maxLength={40}
            {...form.getInputProps("phone")}
          />
          <TextInput
            label={t("Email address")}
            description={t("A code goes to it. Later you sign in with it.")}
            type="email"
            autoComplete="username"
            maxLength={60}
            {...asTyped}
            {...form.getInputProps("email")}
          />
          <NewPasswordFields field={(field) => form.getInputProps(field)} />
          <FormProblem text={error} />
          <Button type="submit" fullWidth busy={busy}>
            {busy ? t("Sending...") : t("Send me the code")}
          </Button>
          <SecondaryButton component="a" href={addresses.login} fullWidth>
            {t("I have an account")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}

function Code({ begun: { id, email }, onBack }: { begun: Begun; onBack: () => void }) {
  const [done, setDone] = useState<Answer<typeof confirmSignUp> | null>(null);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { code: "" },
    body: ({ code }) => ({ id, code }),
    send: (body) => callApi("confirmSignUp", { body }),
    failure: { text: t("Please try again.") },
    onDone: setDone,
  });
  if (done)
    return (
      <EntryCard
        title={done.state === "approved" ? t("Your business is ready") : t("You have signed up")}
        subtitle={email}
      >
        <Alert variant="light" role="status">
          {done.message}
        </Alert>
        {done.address ? (
          <Button component="a" href={done.address} fullWidth>
            {t("To the sign-in page")}
          </Button>
        ) : null}
      </EntryCard>
    );
  return (
    <EntryCard title={t("Look into your mail")} subtitle={email}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            {t("A code of six digits comes within a few minutes. It is good for 30 minutes.")}
          </Text>
          <TextInput
            label={t("Code of the letter")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            data-autofocus
            {...form.getInputProps("code")}
          />
          <FormProblem text={error} />
          <Button type="submit" fullWidth busy={busy}>
            {busy ? t("Sending...") : t("This address is mine")}
          </Button>
          <SecondaryButton fullWidth onClick={onBack}>
            {t("Change what I typed")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}

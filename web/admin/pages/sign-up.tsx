import { Alert, Anchor, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Fragment, useState } from "react";
import type { confirmSignUp } from "#contract/sign-up";
import { useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { phone } from "../../console/format.ts";
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
          <Text size="sm">
            {t(
              "Signing up costs nothing. After this form comes a code by email, then your own console, as soon as the operator has approved it.",
            )}
          </Text>
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
          <WhoRunsIt />
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

/** Whom one signs up with, what it will cost, and by which rules. */
function WhoRunsIt() {
  const { data } = useRead("getSettings", {}, keptFor(30_000));
  if (!data) return null;
  const { companyName, supportPhone, supportEmail, termsUrl, privacyUrl } = data.settings;
  const links = [
    [termsUrl, t("Terms")],
    [privacyUrl, t("Privacy")],
  ].filter(([address]) => address);
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {t(
        "{company} runs this platform and sets its price. Nothing is charged before the price stands under Billing.",
        {
          company: companyName,
        },
      )}{" "}
      {[supportPhone && phone(supportPhone), supportEmail].filter(Boolean).join(" · ")}
      {links.map(([address, name]) => (
        <Fragment key={name}>
          {" · "}
          <Anchor href={address} target="_blank" rel="noopener" underline="always" inherit>
            {name}
          </Anchor>
        </Fragment>
      ))}
    </Text>
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
        {done.address ? null : <WhoRunsIt />}
        <Button component="a" href={done.address ?? addresses.login} fullWidth>
          {t("To the sign-in page")}
        </Button>
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
            label={t("Code from the email")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            data-autofocus
            {...form.getInputProps("code")}
          />
          <FormProblem text={error} />
          <Button type="submit" fullWidth busy={busy}>
            {busy ? t("Sending...") : t("Confirm")}
          </Button>
          <SecondaryButton fullWidth onClick={onBack}>
            {t("Change what I typed")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}

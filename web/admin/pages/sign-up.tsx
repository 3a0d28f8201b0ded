import { Fragment, useEffect, useState } from "react";
import type { getSettings } from "#contract/branding";
import type { confirmSignUp, signUpSubdomain } from "#contract/sign-up";
import { adminAddresses as addresses } from "#contract/values/console-pages";
import { formatPhone } from "#contract/values/phone";
import { useCallForm } from "../../console/call-form.ts";
import { Button, ButtonLink, EntryCard, Field, NewPassword, Notice } from "../../console/entry/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { originOf, type PageData } from "../../console/page-data.ts";
import type { Answer } from "../../console/request.ts";
import { repeatedFaults } from "../../console/sign-in-fields.ts";
import { callApi } from "../call-api.ts";

/** `again` sends the same once more: another letter, with another code; null after a reload, which forgot what was typed. */
type Begun = { id: string; email: string; again: (() => Promise<{ id: string }>) | null };

const keptUnder = "sign-up";
/** A code is good for so long. */
const keptMs = 30 * 60_000;

/** What a phone reloads on the way back from its mail goes on with the code. */
function keptSignUp(): Begun | null {
  try {
    const { id, email, at } = JSON.parse(sessionStorage.getItem(keptUnder) ?? "{}");
    const isKept = typeof id === "string" && typeof email === "string" && Date.now() - at < keptMs;
    return isKept ? { id, email, again: null } : null;
  } catch {
    return null;
  }
}

function keep(begun: { id: string; email: string } | null): void {
  try {
    if (begun) sessionStorage.setItem(keptUnder, JSON.stringify({ ...begun, at: Date.now() }));
    else sessionStorage.removeItem(keptUnder);
  } catch {
    // Without a storage a reload begins anew.
  }
}

/** A business signs up by itself: what it is, then the code that was mailed. */
export function SignUpPage({ page }: { page: PageData }) {
  useLanguage();
  const [begun, setBegun] = useState<Begun | null>(keptSignUp);
  const go = (now: Begun | null) => {
    keep(now && { id: now.id, email: now.email });
    setBegun(now);
  };
  // The form stays as it was filled in for who goes back to it.
  return (
    <>
      <div hidden={begun !== null}>
        <About page={page} onBegun={go} />
      </div>
      {begun ? <Code begun={begun} onBack={() => go(null)} /> : null}
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
    // With what the server would say, so that all is put right at once.
    schema: async () => (await import("#contract/sign-up")).SignUpInput,
    check: (typed) => [...repeatedFaults(typed), ...(fault ? [{ path: "subdomain", text: fault }] : [])],
    send: async (body) => {
      const begin = () => callApi("signUp", { body });
      return { ...(await begin()), again: begin };
    },
    failure: { text: t("Please try again.") },
    fieldOf: { password: "newPassword" },
    onDone: onBegun,
  });
  const { subdomain } = form.values;
  const check = useSubdomainCheck(subdomain.trim().toLowerCase());
  const fault = check && !check.isFree ? check.message : null;
  const where = originOf(page.mainOrigin, subdomain.trim().toLowerCase() || "…").replace(/^https?:\/\//, "");
  const name = form.getInputProps("subdomain");
  return (
    <EntryCard title={t("Sign up your business")} subtitle={t("Sell internet over WiFi with your own page.")}>
      <form className="entry-stack" onSubmit={submit} noValidate>
        <p className="entry-small">
          {t(
            "Signing up costs nothing. After this form comes a code by email, then your own console, as soon as the operator has approved it.",
          )}
        </p>
        <Field
          label={t("Business Name")}
          autoComplete="organization"
          maxLength={100}
          {...form.getInputProps("businessName")}
        />
        <Field
          label={t("Address of your page")}
          description={check?.isFree ? t("{address} is free.", { address: where }) : where}
          autoComplete="off"
          maxLength={63}
          {...asTyped}
          {...name}
          error={name.error ?? fault}
        />
        <Field label={t("Your name")} autoComplete="name" maxLength={100} {...form.getInputProps("name")} />
        <Field
          label={t("Phone")}
          type="tel"
          autoComplete="tel"
          placeholder="0712 345 678"
          maxLength={40}
          {...form.getInputProps("phone")}
        />
        <Field
          label={t("Email address")}
          description={t("A code goes to it. Later you sign in with it.")}
          type="email"
          autoComplete="username"
          maxLength={60}
          {...asTyped}
          {...form.getInputProps("email")}
        />
        <NewPassword field={(field) => form.getInputProps(field)} />
        {error ? <Notice tone="bad">{error}</Notice> : null}
        <WhoRunsIt />
        <Button type="submit" busy={busy}>
          {busy ? t("Sending...") : t("Send me the code")}
        </Button>
        <ButtonLink href={addresses.login}>{t("I have an account")}</ButtonLink>
      </form>
    </EntryCard>
  );
}

/** Whom one signs up with, what it will cost, and by which rules. */
function WhoRunsIt() {
  const [settings, setSettings] = useState<Answer<typeof getSettings>["settings"] | null>(null);
  useEffect(() => {
    // Asked in vain, the form is as good without it.
    callApi("getSettings", {}).then(
      (answer) => setSettings(answer.settings),
      () => undefined,
    );
  }, []);
  if (!settings) return null;
  const { companyName, supportPhone, supportEmail, termsUrl, privacyUrl } = settings;
  const links = [
    [termsUrl, t("Terms")],
    [privacyUrl, t("Privacy")],
  ].filter(([address]) => address);
  return (
    <p className="entry-small">
      {t(
        "{company} runs this platform and sets its price. Nothing is charged before the price stands under Billing.",
        { company: companyName },
      )}{" "}
      {[formatPhone(supportPhone), supportEmail].filter(Boolean).join(" · ")}
      {links.map(([address, name]) => (
        <Fragment key={name}>
          {" · "}
          <a href={address} target="_blank" rel="noopener">
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

/** Whether an address is free, asked when nobody types for a moment; null until it is known of this one. */
function useSubdomainCheck(name: string): Answer<typeof signUpSubdomain> | null {
  const [answer, setAnswer] = useState<Answer<typeof signUpSubdomain> | null>(null);
  useEffect(() => {
    if (name === "") return undefined;
    // Asked in vain, it is said when the form is sent.
    const ask = () => callApi("signUpSubdomain", { query: { name } }).then(setAnswer, () => undefined);
    const pause = setTimeout(() => void ask(), 400);
    return () => clearTimeout(pause);
  }, [name]);
  return answer?.subdomain === name ? answer : null;
}

/** Letters leave once a minute. */
const lateMs = 60_000;

function Code({ begun: { id: first, email, again }, onBack }: { begun: Begun; onBack: () => void }) {
  const [done, setDone] = useState<Answer<typeof confirmSignUp> | null>(null);
  const [id, setId] = useState(first);
  const sent = (next: string) => {
    keep({ id: next, email });
    setId(next);
  };
  const [isLate, setLate] = useState(false);
  // Anew with each letter.
  useEffect(() => {
    if (id === "") return undefined;
    setLate(false);
    const wait = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(wait);
  }, [id]);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { code: "" },
    body: ({ code }) => ({ id, code }),
    send: (body) => callApi("confirmSignUp", { body }),
    failure: { text: t("Please try again.") },
    onDone: (answer) => {
      keep(null);
      setDone(answer);
    },
  });
  if (done)
    return (
      <EntryCard
        title={done.state === "approved" ? t("Your business is ready") : t("You have signed up")}
        subtitle={email}
      >
        <Notice>{done.message}</Notice>
        {done.address ? null : <WhoRunsIt />}
        <ButtonLink isSecond={false} href={done.address ?? addresses.login}>
          {t("To the sign-in page")}
        </ButtonLink>
      </EntryCard>
    );
  return (
    <EntryCard title={t("Look into your mail")} subtitle={email}>
      <form className="entry-stack" onSubmit={submit} noValidate>
        <p className="entry-small" role="status">
          {isLate
            ? t("Is no letter there? Look among the spam, and whether the address above is right.")
            : id === first
              ? t("The letter with the code leaves within a minute. The code is good for 30 minutes.")
              : t("Another letter leaves within a minute. Its code alone counts.")}
        </p>
        <Field
          label={t("Code from the email")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.getInputProps("code")}
        />
        {error ? <Notice tone="bad">{error}</Notice> : null}
        <Button type="submit" busy={busy}>
          {busy ? t("Sending...") : t("Confirm")}
        </Button>
        <Button isSecond onClick={onBack}>
          {t("Change what I typed")}
        </Button>
      </form>
      {isLate && again ? <AnotherLetter send={again} onSent={sent} /> : null}
    </EntryCard>
  );
}

function AnotherLetter({
  send,
  onSent,
}: {
  send: NonNullable<Begun["again"]>;
  onSent: (id: string) => void;
}) {
  const { submit, busy, error } = useCallForm({
    initialValues: {},
    send,
    failure: { text: t("Please try again.") },
    onDone: ({ id }) => onSent(id),
  });
  return (
    <form className="entry-stack" onSubmit={submit} noValidate>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Button isSecond type="submit" busy={busy}>
        {busy ? t("Sending...") : t("Send another code")}
      </Button>
    </form>
  );
}

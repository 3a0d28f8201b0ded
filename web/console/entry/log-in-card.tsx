import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { t, useLanguage } from "../language.ts";
import { isCodeAsked, passwordField, usernameField } from "../sign-in-fields.ts";
import { errorText } from "../toast.tsx";
import { Button, Code, EntryCard, Field, Notice, Password } from "./kit.tsx";

type Problem = { title: string; text: string };
type Credentials = { username: string; password: string; code?: string };

export function LogInCard(props: {
  title: string;
  subtitle: string;
  isEnglish?: boolean;
  /** Why one is here. */
  notice?: string | null;
  /** Why one did not get in before. */
  refusal?: Problem | null;
  /** What the button says while it is asked. */
  busyText: string;
  /** @throws what is told */
  signIn: (credentials: Credentials) => Promise<void>;
  /** What stands over a refusal, where it is no usual one. */
  titleOf?: (cause: unknown) => string | undefined;
  /** Under the button. @param typed the name, as far as there is one */
  below?: (typed: () => string) => ReactNode;
}) {
  const { title, subtitle, isEnglish = false, notice = null, signIn, titleOf, below } = props;
  useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState(props.refusal ?? null);
  /** The password was right, and a code is asked for beside it. */
  const [codeAsked, setCodeAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const typed = (name: string) => field(name)?.value ?? "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const blank = ["username", "password"].find((name) => typed(name).trim() === "");
    if (blank !== undefined) {
      const text = t("Please enter both username and password");
      setProblem({ title: t("Missing Information"), text });
      field(blank)?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    const code = typed("code");
    try {
      const named = { username: typed("username"), password: typed("password") };
      await signIn(code === "" ? named : { ...named, code });
    } catch (cause) {
      const isAsked = isCodeAsked(cause);
      setCodeAsked(isAsked);
      const given = field("code");
      if (given) given.value = "";
      if (!isAsked || codeAsked) {
        const text = errorText(cause, "") || t("Invalid credentials");
        setProblem({ title: titleOf?.(cause) ?? t("Login Failed"), text });
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <EntryCard title={title} subtitle={subtitle} isEnglish={isEnglish}>
      <form ref={form} className="entry-stack" onSubmit={(event) => void submit(event)} noValidate>
        {notice && !problem ? <Notice>{notice}</Notice> : null}
        {problem ? (
          <Notice tone="bad" title={problem.title}>
            {problem.text}
          </Notice>
        ) : null}
        <Field name="username" {...usernameField()} />
        <Password name="password" {...passwordField()} />
        {codeAsked ? <Code name="code" /> : null}
        <Button type="submit" busy={busy}>
          {busy ? props.busyText : t("Sign In")}
        </Button>
        {below?.(() => typed("username"))}
      </form>
    </EntryCard>
  );
}

import { type ComponentProps, type ReactNode, useEffect, useId, useState } from "react";
import { chooseLanguage, t, useLanguage } from "../language.ts";
import { codeField, newPasswordFields, passwordToggle } from "../sign-in-fields.ts";

// What the pages of who is not signed in are made of. They come first on a slow line: nothing here loads what the console is made of.
// Their looks stand in entry.css.

/** The whole page of who is not signed in. @param props.isEnglish no other language is offered */
export function EntryCard(props: {
  title: string;
  subtitle: string;
  isEnglish?: boolean;
  children: ReactNode;
}) {
  const { title, subtitle, isEnglish = false, children } = props;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="entry">
      <div className="entry-card">
        <div>
          <h1>{title}</h1>
          <p className="entry-dim">{subtitle}</p>
        </div>
        {children}
      </div>
      {isEnglish ? null : <Languages />}
    </main>
  );
}

const languages = [
  ["en", "English"],
  ["sw", "Kiswahili"],
] as const;

function Languages() {
  const spoken = useLanguage();
  const name = useId();
  return (
    <fieldset className="entry-languages" aria-label={t("Language")}>
      {languages.map(([language, itsName]) => (
        <label key={language}>
          <input
            type="radio"
            name={name}
            checked={spoken === language}
            onChange={() => void chooseLanguage(language)}
          />
          <span>{itsName}</span>
        </label>
      ))}
    </fieldset>
  );
}

type FieldProps = ComponentProps<"input"> & { label: string; description?: ReactNode; error?: ReactNode };

/** @param props.end what stands in the field behind what is typed */
export function Field({ label, description, error, end, ...input }: FieldProps & { end?: ReactNode }) {
  const id = useId();
  const told = [description ? `${id}about` : "", error ? `${id}fault` : ""].join(" ").trim();
  return (
    <div className="entry-field">
      <label htmlFor={id}>{label}</label>
      {description ? (
        <p id={`${id}about`} className="entry-small entry-dim">
          {description}
        </p>
      ) : null}
      <div className="entry-box">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={told === "" ? undefined : told}
        />
        {end}
      </div>
      {error ? (
        <p id={`${id}fault`} className="entry-small entry-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const eye = "M10 12a2 2 0 104 0a2 2 0 00-4 0M21 12c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6";

/** A password that can be looked at while it is typed. */
export function Password(props: FieldProps) {
  const [isSeen, setSeen] = useState(false);
  const toggle = (
    <button
      {...passwordToggle()}
      type="button"
      className="entry-eye"
      tabIndex={-1}
      aria-pressed={isSeen}
      onClick={() => setSeen(!isSeen)}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={isSeen ? `${eye}M4 20L20 4` : eye} />
      </svg>
    </button>
  );
  return <Field type={isSeen ? "text" : "password"} end={toggle} {...props} />;
}

type Inputs<Name extends string> = (name: Name) => Partial<FieldProps>;

export function NewPassword({ field }: { field: Inputs<"newPassword" | "confirmPassword"> }) {
  const { first, again } = newPasswordFields();
  return (
    <>
      <Password {...first} {...field("newPassword")} />
      <Password {...again} {...field("confirmPassword")} />
    </>
  );
}

const focusWhenItComes = (field: HTMLInputElement | null) => field?.focus();

/** It is asked for after the password: what is typed next goes into it. */
export function Code(props: Partial<FieldProps>) {
  return <Field ref={focusWhenItComes} {...codeField()} {...props} />;
}

/** `bad`: something went wrong; `warn`: something is to be done. */
export function Notice(props: { tone?: "plain" | "bad" | "warn"; title?: string; children: ReactNode }) {
  const { tone = "plain", title, children } = props;
  return (
    <div className={`entry-notice entry-notice-${tone}`} role={tone === "plain" ? "status" : "alert"}>
      {title ? <strong>{title}</strong> : null}
      <div>{children}</div>
    </div>
  );
}

/** `busy`: its call is on the way, and cannot be made twice. */
export function Button(props: ComponentProps<"button"> & { busy?: boolean; isSecond?: boolean }) {
  const { busy = false, isSecond = false, ...button } = props;
  return (
    <button type="button" className={buttonClass(isSecond)} aria-busy={busy} disabled={busy} {...button} />
  );
}

/** To another document, which leaves the code behind that this one's address may have. */
export function ButtonLink({ isSecond = true, ...link }: ComponentProps<"a"> & { isSecond?: boolean }) {
  return (
    <a className={buttonClass(isSecond)} {...link}>
      {link.children}
    </a>
  );
}

const buttonClass = (isSecond: boolean) => (isSecond ? "entry-button entry-second" : "entry-button");

export function Waiting() {
  return (
    <div className="entry-stack" role="status" aria-label={t("Loading …")}>
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  );
}

import { type UseFormReturnType, useForm } from "@mantine/form";
import { useId, useRef, useState } from "react";
import type * as z from "zod";
import type { Text } from "#contract/texts";
import { t } from "./language.ts";
import { newKey, RequestError } from "./request.ts";
import { errorText, toastError } from "./toast.tsx";

// A form that makes one call. What is wrong with a field the server says, by its path in the body; what docs/behaviour shows
// checked before a call is checked here by the same schema, with the same sentences.

type FieldFault = RequestError["fields"][number];

/** `title`: of its toast, in place of what the form has for its field. */
type Checked = { path: string; text: string | Text; title?: string };
type Found = FieldFault & { title?: string };

type Name<Fields> = keyof Fields & string;

type CallForm<Fields, Body, Answer> = {
  initialValues: Fields;
  /** What is sent of the fields. Without it they are sent as they are. */
  body?: (fields: Fields) => Body;
  /** @param key the same for the same body: asked for twice, it is one request */
  send: (body: Body, key: string) => Promise<Answer>;
  onDone: (answer: Answer, fields: Fields) => void;
  /** With a title a toast tells it, too, by the server's sentence, else by `text`; `isPlain`: by `text` alone. */
  failure: { title?: string; text: string; isPlain?: boolean };
  /** Schema of the call, where a fault is told before it is made. */
  schema?: () => Promise<z.ZodType>;
  /** What that schema does not see, such as a repeated password; `text` by its key where the server says it, too. */
  check?: (fields: Fields) => Checked[];
  /** The field of a path, or of what a path begins with, where it is not called like it; `credentials.` = and so on. */
  fieldOf?: Readonly<Record<string, string>>;
  /** With them a toast tells the first fault that is found here. A field that is empty is missing. */
  titles?: Partial<Record<Name<Fields>, string>>;
  /** All faults that are found here as one text, joined with ". ", in place of one at its field. */
  allTitle?: string;
  /** Shows the part of the form that holds a field. */
  reveal?: (field: Name<Fields>) => void;
  onFailure?: (cause: unknown) => void;
};

const headOf = (path: string) => path.split(".")[0] ?? "";

export function useCallForm<Fields extends Record<string, unknown>, Body = Fields, Answer = unknown>(
  props: CallForm<Fields, Body, Answer>,
) {
  const { failure, fieldOf = {}, titles, reveal } = props;
  // A window may stand before a page with a field of the same name. React's own id has letters that a form's may not have.
  const name = useId().replace(/[^0-9a-z]/gi, "");
  const form = useForm<Fields>({ name, mode: "controlled", initialValues: props.initialValues });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // The button is drawn as busy only after the next render.
  const sending = useRef(false);
  const keys = useRef(new Map<string, string>());

  const nameOf = (path: string): string => {
    const [start, to] =
      Object.entries(fieldOf).find(([start]) => path === start || path.startsWith(`${start}.`)) ?? [];
    if (start !== undefined && to !== undefined)
      return to.endsWith(".") ? to + path.slice(start.length + 1) : to;
    const inner = path.slice(headOf(path).length + 1);
    return headOf(path) in props.initialValues || inner === "" ? path : inner;
  };
  /** @returns the first sentence that stands at no field; null where each is seen */
  const mark = (faults: readonly FieldFault[]): string | null => {
    const named = faults.map(({ path, text }) => [nameOf(path), text] as const);
    const known = named.filter(([name]) => headOf(name) in props.initialValues);
    form.setErrors(Object.fromEntries(known.toReversed()));
    const [first] = known;
    if (!first) return faults[0]?.text ?? null;
    reveal?.(headOf(first[0]) as Name<Fields>);
    const focus = () => form.getInputNode(first[0])?.focus();
    focus();
    // What was folded away is drawn first.
    if (reveal) setTimeout(focus);
    const isShown = (name: string) =>
      headOf(name) in props.initialValues && (reveal !== undefined || form.getInputNode(name) !== null);
    return named.find(([name]) => !isShown(name))?.[1] ?? null;
  };
  const titleOf = (path: string, fields: Fields): string => {
    const name = nameOf(path) as Name<Fields>;
    const isText = typeof props.initialValues[name] === "string";
    if (isText && String(fields[name]).trim() === "") return t("Missing Information");
    return titles?.[name] ?? failure.title ?? t("Error");
  };
  const faultsOf = async (fields: Fields, body: Body): Promise<Found[]> => {
    if (!props.schema && !props.check) return [];
    const [schema, { bodyFaults, fieldSentences }] = await Promise.all([
      props.schema?.(),
      import("./field-check.ts"),
    ]);
    const sentence = await fieldSentences();
    const own = (props.check?.(fields) ?? []).map(
      ({ text, ...at }): Found => ({
        ...at,
        text: typeof text === "string" ? text : sentence(text),
      }),
    );
    const order = Object.keys(props.initialValues);
    const place = ({ path }: FieldFault) => order.indexOf(headOf(nameOf(path)));
    return [...own, ...(schema ? await bodyFaults(schema, body) : [])].sort((a, b) => place(a) - place(b));
  };
  const save = async (fields: Fields) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    const done = () => {
      sending.current = false;
      setBusy(false);
    };
    let answer: Answer;
    try {
      const body = props.body ? props.body(fields) : (fields as unknown as Body);
      const faults = await faultsOf(fields, body);
      const [first] = faults;
      if (first && props.allTitle) {
        const all = faults.map(({ text }) => text).join(". ");
        toastError(props.allTitle, all);
        setError(all);
        return done();
      }
      if (first) {
        if (titles) toastError(first.title ?? titleOf(first.path, fields), first.text);
        setError(mark(faults));
        return done();
      }
      const asked = JSON.stringify(body);
      const key = keys.current.get(asked) ?? newKey();
      keys.current.set(asked, key);
      answer = await props.send(body, key);
    } catch (cause) {
      const why = errorText(cause, failure.text);
      if (failure.title) toastError(failure.title, failure.isPlain ? failure.text : why);
      const faults = cause instanceof RequestError ? cause.fields : [];
      setError(faults.length === 0 ? why : mark(faults));
      props.onFailure?.(cause);
      return done();
    }
    // Asked for once more it is another one.
    keys.current.clear();
    done();
    props.onDone(answer, fields);
  };
  const submit = form.onSubmit((fields) => void save(fields));
  return { form, submit, busy, error, modal: { onSubmit: submit, busy, error } };
}

export type { UseFormReturnType as Form };

/** For an input that takes value and change by hand: the name by which the form finds it. */
export function fieldName<Fields>(form: UseFormReturnType<Fields>, name: keyof Fields & string) {
  const { "data-path": path } = form.getInputProps(name) as { "data-path"?: string };
  return path === undefined ? {} : { "data-path": path };
}

/** A number as it is typed; none where nothing is, and what is no number as it is: the server says what is wrong with it. */
export function typedNumber(typed: string): number | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^-?\d*\.?\d+$/.test(text) ? Number(text) : (text as unknown as number);
}

/** The same where one is needed: none at all is refused by its sentence, too. */
export const neededNumber = (typed: string): number => typedNumber(typed) ?? Number.NaN;

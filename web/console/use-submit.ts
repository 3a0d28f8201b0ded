import { useState } from "react";
import { errorText, toastError } from "./toast.tsx";

type Action<Input, Answer> = {
  mutate: (
    input: Input,
    outcome: { onSuccess: (answer: Answer) => void; onError: (cause: unknown) => void },
  ) => void;
};

/** A refusal stays in the form as `error`; with a title a toast tells it, too. @param failure.text where the server gives no reason */
export function useSubmit<Input, Answer>(
  action: Action<Input, Answer>,
  failure: { title?: string; text: string },
) {
  const [error, setError] = useState<string | null>(null);
  const send = (input: Input, onSuccess: (answer: Answer) => void) => {
    setError(null);
    const onError = (cause: unknown) => {
      const why = errorText(cause, failure.text);
      if (failure.title) toastError(failure.title, why);
      setError(why);
    };
    action.mutate(input, { onSuccess, onError });
  };
  return { error, send };
}

type Focusable = { getInputNode: (path: string) => HTMLElement | null };

/** Focuses the first invalid field. */
export const focusFirst = (form: Focusable) => (errors: object) => {
  const [first] = Object.keys(errors);
  if (first) form.getInputNode(first)?.focus();
};

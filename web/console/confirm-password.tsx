import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { onPasswordNeeded } from "./request.ts";

/** Seldom needed: its files come when it is asked. */
const PasswordQuestion = lazy(async () => ({
  default: (await import("./password-question.tsx")).PasswordQuestion,
}));

/** Asks for the password when a call needs a recent one, then the call goes on. Parallel calls share one question. @param confirm rejects when the password is wrong */
export function ConfirmPassword(props: { confirm: (currentPassword: string) => Promise<unknown> }) {
  const [question, setQuestion] = useState<"none" | "open" | "closed">("none");
  const waiting = useRef<((given: boolean) => void)[]>([]);
  const end = (given: boolean) => {
    setQuestion("closed");
    for (const answer of waiting.current.splice(0)) answer(given);
  };
  useEffect(() => {
    const stop = onPasswordNeeded(
      () =>
        new Promise((answer) => {
          waiting.current.push(answer);
          setQuestion("open");
        }),
    );
    return () => {
      stop();
      for (const answer of waiting.current.splice(0)) answer(false);
    };
  }, []);
  if (question === "none") return null;
  return (
    <Suspense>
      <PasswordQuestion opened={question === "open"} confirm={props.confirm} onEnd={end} />
    </Suspense>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { isFormHeld } from "./held-forms.ts";
import { t } from "./language.ts";
import { onSessionEnd, RequestError } from "./request.ts";
import { type Signed, signedAtom } from "./session.ts";
import type { Credentials } from "./sign-in-again.tsx";
import { errorText, toastError } from "./toast.tsx";

const SignInAgain = lazy(async () => ({ default: (await import("./sign-in-again.tsx")).SignInAgain }));

/** For who is signed in: once nobody is, the page before the console stands here, and leads back to this one (entry/console-entry.tsx). */
export function SignedIn(props: {
  login: string;
  /** Empties what this browser keeps of the user. */
  clear: () => void;
  /** Ends the session at the server. */
  logOut: () => Promise<unknown>;
  /** Signs the same person in again on the page, so that a form that is open keeps its text. */
  signInAgain?: (credentials: Credentials) => Promise<Signed>;
  /** @param elsewhere a whole address that comes next, in place of the log-in */
  children: (signed: Signed, leave: (elsewhere?: string) => void) => ReactNode;
}) {
  const { login, clear, children, signInAgain } = props;
  const [isOver, setOver] = useState(false);
  const signed = useAtomValue(signedAtom);
  const client = useQueryClient();
  const forget = useCallback(() => {
    clear();
    // Another admin may sign in next.
    client.clear();
  }, [client, clear]);
  useEffect(
    () => onSessionEnd(() => (signInAgain && isFormHeld() ? setOver(true) : forget())),
    [forget, signInAgain],
  );
  const leave = async (elsewhere?: string) => {
    if (!(await logOut(props.logOut))) return;
    if (elsewhere !== undefined) {
      window.location.replace(elsewhere);
      forget();
      return;
    }
    // Who comes next starts at the beginning.
    window.history.replaceState(null, "", login);
    forget();
  };
  if (!signed) return null;
  return (
    <>
      {children(signed, (elsewhere) => void leave(elsewhere))}
      {isOver && signInAgain ? (
        <Suspense fallback={null}>
          <SignInAgain
            username={signed.username}
            signIn={signInAgain}
            onDone={() => {
              setOver(false);
              void client.invalidateQueries();
            }}
            onLeave={forget}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** @returns false when the server was not reached: the session still lives */
async function logOut(tell: () => Promise<unknown>): Promise<boolean> {
  try {
    await tell();
  } catch (cause) {
    if (!(cause instanceof RequestError) || cause.status >= 500) {
      toastError(t("Not logged out"), errorText(cause, t("Please try again.")));
      return false;
    }
  }
  return true;
}

import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { isFormHeld } from "./held-forms.ts";
import { t } from "./language.ts";
import { onSessionEnd, RequestError } from "./request.ts";
import { type Signed, signedAtom } from "./session.ts";
import type { Credentials } from "./sign-in-again.tsx";
import { errorText, toastError } from "./toast.tsx";

const SignInAgain = lazy(async () => ({ default: (await import("./sign-in-again.tsx")).SignInAgain }));

/** For signed-in users alone; the others go to log-in, and come back afterwards. */
export function SignedIn(props: {
  login: string;
  /** Empties what this browser keeps of the user. */
  clear: () => void;
  /** Ends the session at the server. */
  logOut: () => Promise<unknown>;
  /** Signs the same person in again on the page, so that a form that is open keeps its text. */
  signInAgain?: (credentials: Credentials) => Promise<Signed>;
  children: (signed: Signed, leave: () => void) => ReactNode;
}) {
  const { login, clear, children, signInAgain } = props;
  const [isOver, setOver] = useState(false);
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const client = useQueryClient();
  const left = useRef(false);
  const forget = useCallback(() => {
    clear();
    // Another admin may sign in next.
    client.clear();
  }, [client, clear]);
  useEffect(
    () => onSessionEnd(() => (signInAgain && isFormHeld() ? setOver(true) : forget())),
    [forget, signInAgain],
  );
  const leave = async () => {
    if (!(await logOut(props.logOut))) return;
    left.current = true;
    forget();
  };
  if (signed)
    return (
      <>
        {children(signed, () => void leave())}
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
  // After a log-out start at the dashboard; after an expired session return to the last page.
  if (left.current) return <Navigate to={login} replace />;
  return <Navigate to={`${login}?next=${encodeURIComponent(`${here.pathname}${here.search}`)}`} replace />;
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

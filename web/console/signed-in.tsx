import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { t } from "./language.ts";
import { onSessionEnd, RequestError } from "./request.ts";
import { type Signed, signedAtom } from "./session.ts";
import { errorText, toastError } from "./toast.tsx";

/** For signed-in users alone; the others go to log-in, and come back afterwards. */
export function SignedIn(props: {
  login: string;
  /** Empties what this browser keeps of the user. */
  clear: () => void;
  /** Ends the session at the server. */
  logOut: () => Promise<unknown>;
  children: (signed: Signed, leave: () => void) => ReactNode;
}) {
  const { login, clear, children } = props;
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const client = useQueryClient();
  const left = useRef(false);
  const forget = useCallback(() => {
    clear();
    // Another admin may sign in next.
    client.clear();
  }, [client, clear]);
  useEffect(() => onSessionEnd(forget), [forget]);
  const leave = async () => {
    if (!(await logOut(props.logOut))) return;
    left.current = true;
    forget();
  };
  if (signed) return <>{children(signed, () => void leave())}</>;
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

import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Fragment, type ReactElement, useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { t, useLanguage } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import { PageFault } from "../console/page-fault.tsx";
import { RequestError, whenSessionEnds } from "../console/request.ts";
import { type Signed, signedAtom } from "../console/session.ts";
import { failed, reason } from "../console/toast.tsx";
import { ask } from "./api.ts";
import { addresses, places } from "./places.ts";
import { session } from "./session.ts";

/** Around every page of a signed-in super admin; without a session it leads to log-in and back. */
export function Frame(): ReactElement {
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const client = useQueryClient();
  const left = useRef(false);
  useEffect(
    () =>
      whenSessionEnds(() => {
        session.clear();
        // The next one to sign in may be somebody else.
        client.clear();
      }),
    [client],
  );
  const leave = () => {
    left.current = true;
    session.clear();
    client.clear();
  };
  if (signed) return <SignedFrame signed={signed} onLeft={leave} />;
  // Who left comes back to the beginning, whoever was sent away to where they were.
  if (left.current) return <Navigate to={addresses.login} replace />;
  const back = `${here.pathname}${here.search}`;
  return <Navigate to={`${addresses.login}?next=${encodeURIComponent(back)}`} replace />;
}

function SignedFrame({ signed, onLeft }: { signed: Signed; onLeft: () => void }): ReactElement {
  const { pathname } = useLocation();
  const language = useLanguage();
  const leave = async () => {
    try {
      await ask("platformLogOut");
    } catch (cause) {
      // Without an answer the session still lives: whoever walks away must know.
      if (!(cause instanceof RequestError) || cause.status >= 500) {
        failed(t("Not logged out"), reason(cause, t("Please try again.")));
        return;
      }
    }
    onLeft();
  };
  const name = signed.name || signed.username;
  return (
    <Layout
      title={t("System Control Center")}
      subtitle={null}
      identity={{
        button: { name, text: signed.role || t("Super admin") },
        menu: { name, text: signed.email || t("Super admin") },
      }}
      profile={addresses.profile}
      {...places()}
      onLogOut={() => void leave()}
      onSearch={() => undefined}
    >
      {/* A page is drawn anew in another language, and after a fault elsewhere. */}
      <Fragment key={`${language} ${pathname}`}>
        <PageFault>
          <Outlet />
        </PageFault>
      </Fragment>
    </Layout>
  );
}

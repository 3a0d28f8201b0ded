import { lazy, Suspense } from "react";
import { adminAddresses as addresses, signUpAddress } from "#contract/values/console-pages";
import { ConsoleEntry } from "../console/entry/console-entry.tsx";
import type { PageData } from "../console/page-data.ts";
import { adminConsole } from "./enter.ts";
import { LogInPage } from "./pages/log-in.tsx";

const SignUpPage = lazy(async () => ({ default: (await import("./pages/sign-up.tsx")).SignUpPage }));

/** @param props.refusal why a sign-in by a link did not happen */
export function AdminEntry({ page, refusal }: { page: PageData; refusal: string | null }) {
  return (
    <ConsoleEntry
      page={page}
      addresses={addresses}
      console={adminConsole}
      logIn={(next) => <LogInPage page={page} refusal={refusal} next={next} />}
      open={{
        [signUpAddress]: (
          <Suspense>
            <SignUpPage page={page} />
          </Suspense>
        ),
      }}
    />
  );
}

import { superadminAddresses as addresses } from "#contract/values/console-pages";
import { ConsoleEntry } from "../console/entry/console-entry.tsx";
import type { PageData } from "../console/page-data.ts";
import { superadminConsole } from "./enter.ts";
import { LogInPage } from "./pages/log-in.tsx";

export function SuperadminEntry({ page }: { page: PageData }) {
  return (
    <ConsoleEntry page={page} addresses={addresses} console={superadminConsole} logIn={() => <LogInPage />} />
  );
}

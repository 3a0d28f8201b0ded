import { ConsoleRoot } from "../console/console-root.tsx";
import type { PageData } from "../console/page-data.ts";
import { AdminRouter } from "./router.tsx";

/** What who is signed in sees: a file of its own, which the pages before it do not wait for. */
export function AdminConsole({ page }: { page: PageData }) {
  return (
    <ConsoleRoot>
      <AdminRouter page={page} />
    </ConsoleRoot>
  );
}

import { ConsoleRouter, lazyPages } from "../console/console-router.tsx";
import type { PageData } from "../console/page-data.ts";
import { Frame } from "./frame.tsx";
import { addresses } from "./navigation.ts";
import { DashboardPage } from "./pages/dashboard.tsx";

const rest = lazyPages([
  [addresses.activity, async () => (await import("./pages/activity.tsx")).ActivityPage],
  [addresses.trial, async () => (await import("./pages/trial.tsx")).TrialPage],
  [addresses.api, async () => (await import("./pages/api.tsx")).ApiPage],
  [addresses.imports, async () => (await import("./pages/import.tsx")).ImportPage],
  [addresses.guard, async () => (await import("./pages/guard.tsx")).GuardPage],
  [addresses.billing, async () => (await import("./pages/billing.tsx")).BillingPage],
  [addresses.lines, async () => (await import("./pages/lines.tsx")).LinesPage],
  [addresses.messages, async () => (await import("./pages/messages.tsx")).MessagesPage],
  [addresses.payments, async () => (await import("./pages/payments.tsx")).PaymentsPage],
  [addresses.people, async () => (await import("./pages/people.tsx")).PeoplePage],
  [addresses.plans, async () => (await import("./pages/plans.tsx")).PlansPage],
  [addresses.profile, async () => (await import("./pages/profile.tsx")).ProfilePage],
  [addresses.reports, async () => (await import("./pages/reports.tsx")).ReportsPage],
  [addresses.routers, async () => (await import("./pages/routers.tsx")).RoutersPage],
  [addresses.settings, async () => (await import("./pages/settings.tsx")).SettingsPage],
  [addresses.users, async () => (await import("./pages/users.tsx")).UsersPage],
  [addresses.vouchers, async () => (await import("./pages/vouchers.tsx")).VouchersPage],
]);

export function AdminRouter({ page }: { page: PageData }) {
  return (
    <ConsoleRouter
      page={page}
      addresses={addresses}
      own={/^\/admin\/[\w-]+(\?|$)/}
      frame={<Frame page={page} />}
      dashboard={<DashboardPage page={page} />}
      rest={rest}
    />
  );
}

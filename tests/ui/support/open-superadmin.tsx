import { render } from "@testing-library/react";
import type { PlatformAdmin } from "#contract/auth";
import { listRefundAppeals } from "#contract/own-refunds";
import { listIdleRouters } from "#contract/platform-routers";
import { reconciliationCounts } from "#contract/reconciliation";
import { getSecondFactor } from "#contract/second-factor";
import { listSignUps } from "#contract/sign-up-decisions";
import { listSwitches } from "#contract/switch";
import { goLiveStepIds } from "#contract/values/go-live";
import { listWatches, readGoLive } from "#contract/watches";
import { superadminConsole } from "#web/superadmin/enter.ts";
import { SuperadminEntry } from "#web/superadmin/entry.tsx";
import { session } from "#web/superadmin/session.ts";
import { applyTheme } from "#web/superadmin/theme.ts";
import { answerUsually } from "./fake-server.ts";
import { nothingWaits } from "./platform-rows.ts";

export const grace: PlatformAdmin = {
  id: "s1",
  username: "grace",
  name: "Grace Njeri",
  email: "grace@platform.example",
  role: "",
};

await superadminConsole.load();

/** Brings a super admin before a page of the console, as `web/superadmin/client.tsx` draws it. */
export function openSuperadmin(path: string, options: { signed?: Partial<PlatformAdmin> | null } = {}): void {
  const { signed = {} } = options;
  if (signed) session.write({ providerId: "", ...grace, ...signed });
  else session.clear();
  answerUsually(getSecondFactor, { isOn: true, isRequired: false, recoveryCodes: 8 });
  answerUsually(reconciliationCounts, nothingWaits);
  answerUsually(listRefundAppeals, []);
  answerUsually(listSignUps, { waiting: [], total: 0, approvesItself: false });
  answerUsually(listSwitches, []);
  answerUsually(listWatches, []);
  answerUsually(listIdleRouters, []);
  answerUsually(readGoLive, {
    steps: goLiveStepIds.map((id) => ({ id, seen: { about: "", at: null }, marked: null, lacks: [] })),
    gateways: null,
  });
  window.history.replaceState({}, "", path);
  applyTheme("system");
  const page = {
    subdomain: null,
    businessName: null,
    mainOrigin: "https://hotspot.test",
    version: "test",
    isSigned: signed !== null,
  };
  render(<SuperadminEntry page={page} />);
}

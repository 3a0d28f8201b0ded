import { words as account } from "./account.ts";
import { words as billing } from "./billing.ts";
import { words as dashboard } from "./dashboard.ts";
import { words as frame } from "./frame.ts";
import { words as kit } from "./kit.ts";
import { words as payments } from "./payments.ts";
import { words as plans } from "./plans.ts";
import { words as preflight } from "./preflight.ts";
import { words as reports } from "./reports.ts";
import { words as routers } from "./routers.ts";
import { words as settings } from "./settings.ts";
import { words as typed } from "./typed.ts";
import { words as users } from "./users.ts";
import { words as vouchers } from "./vouchers.ts";

/**
 * Kiswahili of the consoles, by the English text. A test asks for every text that pages use. A text stands with the subject,
 * and there under the file, where it stands first.
 */
export const swahili: Record<string, string> = {
  ...account,
  ...billing,
  ...dashboard,
  ...frame,
  ...kit,
  ...payments,
  ...plans,
  ...preflight,
  ...reports,
  ...routers,
  ...settings,
  ...typed,
  ...users,
  ...vouchers,
};

import type { Service } from "#contract/payments";
import type { PayTab, PortalScreen, VisitorNow } from "#contract/portal";
import type { Problem, ToastKind } from "./messages/en.ts";
import type { Watch } from "./watch.ts";

/** The payment form: a page of its own, or the dialog over the plans. */
export type BuyForm = {
  planId: string;
  /** More data for what this device has of this plan. */
  isTopUp?: true | undefined;
  tab: PayTab;
  /** The visitor picked this tab: no phone number changes it. */
  picked: boolean;
  /** As typed, so that a second try starts where the first one stopped. */
  phoneNumber: string;
  voucherCode: string;
  problem: Problem | null;
  busy: boolean;
  /** The line broke before the answer: it is asked for again. */
  broken: boolean;
  /** When what was refused may be tried again, on the page's clock. */
  retryAt: number | null;
};

type Toast = { kind: ToastKind; message: string | null; until: number };

export type Flow = {
  /** Milliseconds since the page started. */
  at: number;
  /** The server's wall clock at `at` 0, UTC ms. */
  serverStart: number;
  /** Whether scripts run: links may then act in place. */
  scripted: boolean;
  screen: PortalScreen;
  form: BuyForm | null;
  watch: Watch | null;
  following: boolean;
  /** The visitor does not want the success screen to close by itself. */
  staying: boolean;
  toast: Toast | null;
  lastPhone: string;
  /** The service that was paid by or picked last; null before. */
  lastService: Service | null;
  /** What the device and this browser have, as the server said last, and the mark of that answer. */
  visitor: VisitorNow;
  mark: string;
  /** Since when the device has the access that it has, or none. */
  accessSince: number;
  /** When the page was last touched or typed into, and how many answers about the visitor were missed since the last one. */
  usedAt: number;
  missed: number;
  /** Since when another document has been asked for. */
  goingSince: number | null;
};

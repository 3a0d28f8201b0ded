/** What a network shows on a handset: a request for a PIN, or what became of one. Amount in whole shillings, times UTC ms. */
export type PhoneRequest = {
  id: string;
  /** 2547… or 2541…. */
  number: string;
  amount: number;
  payee: string;
  account: string;
  state: string;
  isOpen: boolean;
  receipt: string | null;
  /** Why a closed one was not paid; empty for one that was. */
  ending: string;
  createdAt: number;
  expiresAt: number;
  closedAt: number | null;
};

/** One network's side of every handset. */
export type PhoneLine = {
  /** In addresses, and before ids: two networks count alike. */
  key: string;
  /** Over its requests, as on a SIM's menu. */
  menu: string;
  pinLabel: string;
  /** Of all numbers, oldest first. */
  requests(): PhoneRequest[];
  answer(id: string, outcome: HandsetOutcome): "done" | "closed" | "unknown";
};

type HandsetOutcome = "paid" | "wrong-pin" | "cancelled";

// Services whose interface is spoken, and what an account at each consists of: for both consoles and the worker.

export const smsServiceNames = ["africastalking", "talksasa"] as const;
type SmsService = (typeof smsServiceNames)[number];

type ServiceFacts = {
  name: string;
  /** Else its key alone says whose account it is. */
  hasUserName: boolean;
  /** Nothing can be sent without a sender ID that it approved. */
  needsSenderId: boolean;
  /** It tells an address of ours what arrived; else it is asked. */
  reports: boolean;
};

export const smsServices: Record<SmsService, ServiceFacts> = {
  africastalking: { name: "Africa's Talking", hasUserName: true, needsSenderId: false, reports: true },
  talksasa: { name: "TalkSasa", hasUserName: false, needsSenderId: true, reports: false },
};

export type TypedAccount = {
  service: SmsService;
  /** Empty where the service has none. */
  username: string;
  senderId: string | null;
};

/** What it lacks of what its service needs: the field, and the sentence of `texts.ts`. Null: nothing. */
export function missingOf({ service, username, senderId }: TypedAccount) {
  const { hasUserName, needsSenderId } = smsServices[service];
  if (hasUserName && username === "") return { path: "username", say: "message_username" } as const;
  if (needsSenderId && senderId === null) return { path: "senderId", say: "message_sender_needed" } as const;
  return null;
}

import { createHmac } from "node:crypto";

// What outside parties send about a payment, as they really send it; and the same with another payment's names put in, as
// somebody could who has seen one.

/** A push as its gateway knows it. Whole shillings. */
export type Push = { id: string; handle: string; phone: string; amount: number; account: string };

export type Message = {
  name: string;
  /** As it is sent about the payment that it belongs to. */
  ofItsOwn: string;
  /** With the target's names instead of its own: all of them, and each alone. */
  about(target: Push): string[];
};

type Written = (push: Push) => string;

function stk(code: number): Written {
  return ({ handle, phone, amount }) => {
    const Item = Object.entries({
      Amount: amount,
      MpesaReceiptNumber: `LIAR${phone.slice(-6)}`,
      PhoneNumber: Number(phone),
    }).map(([Name, Value]) => ({ Name, Value }));
    const end = code === 0 ? { CallbackMetadata: { Item } } : {};
    return JSON.stringify({
      Body: { stkCallback: { CheckoutRequestID: handle, ResultCode: code, ResultDesc: "said", ...end } },
    });
  };
}

const transactionOf = ({ id }: Push, status = "TS") =>
  JSON.stringify({ id, message: "Paid", status_code: status, airtel_money_id: "MP1.LIAR" });
const hashOf = (text: string, key: string) => createHmac("sha256", key).update(text).digest("base64");

/** One JSON object that every gateway's reader would find itself in. */
const allInOne: Written = (push) => {
  const { Body } = JSON.parse(stk(0)(push)) as { Body: object };
  return JSON.stringify({
    ...JSON.parse(`{"transaction":${transactionOf(push)}}`),
    Body,
    ...equity("3")(push),
  });
};

function equity(code: string): (push: Push) => object {
  return ({ phone, amount }) => ({
    code,
    message: "said",
    telcoReference: `EQ${phone.slice(-6)}`,
    mobileNumber: phone,
    requestAmount: String(amount),
  });
}

function coop(code: string): Written {
  return ({ id, phone, amount }) =>
    JSON.stringify({
      MessageReference: id.slice(0, 32),
      MessageCode: code,
      MessageDescription: "said",
      ReceiptNumber: `CO${phone.slice(-6)}`,
      Amount: amount,
      MobileNumber: phone,
    });
}

const c2b: Written = ({ amount, phone }) =>
  JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: `C2B${phone.slice(-6)}`,
    TransTime: "20310304120000",
    TransAmount: `${amount}.00`,
    BusinessShortCode: "600200",
    BillRefNumber: "LIAR",
    MSISDN: phone,
  });

const reversal: Written = () =>
  JSON.stringify({ Result: { ResultCode: 0, ResultDesc: "said", TransactionID: "LIARREVERSED" } });

/**
 * @param keys with which Airtel signs for the app that the liar pays by, and for another app
 */
export function messagesOf(own: Push, keys: { airtelKey: string; otherKey: string }): Message[] {
  const signed =
    (key: string): Written =>
    (push) =>
      `{"transaction":${transactionOf(push)},"hash":"${hashOf(`{"transaction":${transactionOf(push)}}`, key)}"}`;
  const captured = `"transaction":${transactionOf(own)},"hash":"${hashOf(`{"transaction":${transactionOf(own)}}`, keys.airtelKey)}"`;
  const written: [string, Written][] = [
    ["M-Pesa paid", stk(0)],
    ["M-Pesa cancelled", stk(1_032)],
    ["M-Pesa with a key twice", (push) => stk(0)(push).replace("{", `{"Body":{"stkCallback":{}},`)],
    ["Airtel unsigned", (push) => `{"transaction":${transactionOf(push)}}`],
    ["Airtel failed, unsigned", (push) => `{"transaction":${transactionOf(push, "TF")}}`],
    ["Airtel signed by its app", signed(keys.airtelKey)],
    ["Airtel signed by another app", signed(keys.otherKey)],
    ["Airtel captured, with a key twice", (push) => `{${captured},"transaction":${transactionOf(push)}}`],
    ["Airtel captured, inside another", (push) => `{"x":{${captured}},"transaction":${transactionOf(push)}}`],
    ["Equity paid", (push) => JSON.stringify(equity("3")(push))],
    ["Equity pending", (push) => JSON.stringify(equity("0")(push))],
    ["Equity doubtful", (push) => JSON.stringify(equity("4")(push))],
    ["Co-op paid", coop("0")],
    ["Co-op failed", coop("2002")],
    ["a pay bill's report", c2b],
    ["a reversal's result", reversal],
    ["all of them in one", allInOne],
  ];
  return written.map(([name, write]) => ({
    name,
    ofItsOwn: write(own),
    about: (target) => [
      ...new Set([
        write(target),
        write({ ...own, id: target.id, handle: target.handle }),
        write({ ...target, amount: target.amount + 1 }),
      ]),
    ],
  }));
}

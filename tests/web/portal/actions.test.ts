import { describe, expect, it } from "vitest";
import type { PaymentInitiated } from "#contract/payments";
import type { VoucherRedeemed } from "#contract/vouchers";
import { type ActionPorts, createActions } from "#web/portal/actions.ts";
import { createAttempts } from "#web/portal/attempts.ts";
import { startFlow } from "#web/portal/flow.ts";
import { dialogOpen, secondsToRetry, shownScreen } from "#web/portal/flow-view.ts";
import { english } from "#web/portal/messages/en.ts";
import { RefusedError } from "#web/portal/requests.ts";
import { createStore } from "#web/portal/store.ts";
import { failure, mac, page, routerId } from "./sample-pages.ts";

const sentOut: PaymentInitiated = {
  success: true,
  transactionId: "t-9",
  message: "",
  amount: 20,
  warning: null,
};
const redeemed: VoucherRedeemed = {
  success: true,
  transactionId: "v-9",
  message: "",
  planName: "3 Hours",
  durationHours: 3,
};

function visitor(
  answers: {
    initiate?: () => Promise<PaymentInitiated>;
    redeem?: () => Promise<VoucherRedeemed>;
    letGo?: () => Promise<unknown>;
  },
  dialogs = true,
  at = page(),
) {
  const store = createStore(startFlow(at), () => 0);
  const calls: { payload: unknown; key: string }[] = [];
  const addresses: string[] = [];
  const opened: string[] = [];
  const keptThemes: string[] = [];
  const keys: string[] = [];
  const freed: string[] = [];
  const pauses: number[] = [];
  const record =
    <T>(answer: (() => Promise<T>) | undefined) =>
    (payload: unknown, key: string) => {
      calls.push({ payload, key });
      return answer ? answer() : Promise.reject(new Error("not expected"));
    };
  const ports: ActionPorts = {
    initiate: record(answers.initiate),
    redeem: record(answers.redeem),
    letGo: async (id) => {
      freed.push(id);
      return answers.letGo?.();
    },
    pause: async (ms) => void pauses.push(ms),
    attempts: createAttempts(() => `key-${keys.push("used")}`),
    replaceAddress: (address) => addresses.push(address),
    open: (address) => opened.push(address),
    keepTheme: (theme) => keptThemes.push(theme),
    dialogs: () => dialogs,
  };
  const { purchases, ...others } = createActions(at, store, ports, english);
  const actions = { ...others, ...purchases };
  return { store, actions, calls, addresses, opened, keptThemes, freed, pauses };
}

const refusing = (code: "invalid" | "too_many" | "refused", message: string) => () =>
  Promise.reject(new RefusedError({ code, message, error: message }));

describe("paying from the dialog", () => {
  it.each([
    ["", "Phone Number Required", "Please enter your M-Pesa phone number"],
    ["   ", "Phone Number Required", "Please enter your M-Pesa phone number"],
    ["07123456", "Invalid Phone Number", "Please enter a valid Kenyan phone number"],
    ["0712345678901", "Invalid Phone Number", "Please enter a valid Kenyan phone number"],
    ["020 123 4567", "Invalid Phone Number", "Please enter a mobile number, like 0712\u00a0345\u00a0678"],
  ])("refuses %j in the specified words and asks nobody", async (typed, title, text) => {
    const { store, actions, calls } = visitor({});
    actions.select("p2");
    await actions.pay("p2", "mpesa", typed);
    expect(store.flow().form?.problem).toEqual({ title, text });
    expect(calls).toEqual([]);
  });

  it.each([
    ["0712345678", "254712345678"],
    ["712 345 678", "254712345678"],
    ["+254712345678", "254712345678"],
  ])("sends %j as %s with plan, device and router", async (typed, phoneNumber) => {
    const { store, actions, calls, addresses } = visitor({ initiate: async () => sentOut });
    actions.select("p2");
    await actions.pay("p2", "mpesa", typed);
    expect(calls).toEqual([
      { payload: { phoneNumber, planId: "p2", macAddress: mac, routerId }, key: "key-1" },
    ]);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "waiting", transactionId: "t-9", amount: 20 });
    expect(addresses).toEqual([`/pay/t-9?mac=${mac}&routerId=${routerId}`]);
  });

  it("sends one purchase, however often the button is pressed", async () => {
    const { actions, calls } = visitor({ initiate: async () => sentOut });
    actions.select("p2");
    await Promise.all([actions.pay("p2", "mpesa", "0712345678"), actions.pay("p2", "mpesa", "0712345678")]);
    expect(calls).toHaveLength(1);
  });

  it("shows a refusal in the server's words on the failure screen", async () => {
    const { store, actions } = visitor({ initiate: refusing("refused", "Please ask at the counter.") });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(shownScreen(store.flow())).toMatchObject({
      kind: "failure",
      error: "Please ask at the counter.",
      planId: "p2",
    });
    expect(store.flow().toast?.kind).toBe("initiationFailed");
  });

  it("keeps the form, counting down, where waiting is all that is asked for", async () => {
    const text = "Another payment of this device is still waiting. Try again in 40 seconds.";
    const waits = () =>
      Promise.reject(new RefusedError({ code: "conflict", message: text, error: text }, "40"));
    const { store, actions } = visitor({ initiate: waits });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(dialogOpen(store.flow())).toBe(true);
    expect(store.flow().form).toMatchObject({ problem: { text }, busy: false, phoneNumber: "0712345678" });
    expect(secondsToRetry(store.flow())).toBe(40);
    expect(store.flow().toast).toMatchObject({ kind: "initiationFailed", message: text });
  });

  it("leaves the form open when the number itself is refused", async () => {
    const { store, actions } = visitor({ initiate: refusing("invalid", "That is no number of ours.") });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(dialogOpen(store.flow())).toBe(true);
    expect(store.flow().form?.problem).toEqual({
      title: "Invalid Phone Number",
      text: "That is no number of ours.",
    });
  });

  it("asks again with the same key when an answer got lost, says so meanwhile, and follows what it finds", async () => {
    let tries = 0;
    const seen: (boolean | undefined)[] = [];
    const { store, actions, calls, pauses } = visitor({
      initiate: async () => {
        seen.push(store.flow().form?.broken);
        tries += 1;
        if (tries < 3) throw new TypeError("Failed to fetch");
        return sentOut;
      },
    });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(calls.map(({ key }) => key)).toEqual(["key-1", "key-1", "key-1"]);
    expect(pauses).toEqual([1_000, 2_000]);
    expect(seen).toEqual([false, true, true]);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "waiting", transactionId: "t-9" });
  });

  it("says after two minutes without an answer that the prompt may be out", async () => {
    const { store, actions, pauses } = visitor({
      initiate: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    const waited = pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(115_000);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "failure", transactionId: null, planId: "p2" });
    expect(store.flow().toast?.kind).toBe("initiationLost");
  });

  it("stops asking when the visitor closes the form", async () => {
    const { store, actions, calls } = visitor({
      initiate: async () => {
        if (calls.length > 1) actions.close();
        throw new TypeError("Failed to fetch");
      },
    });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(calls).toHaveLength(2);
    expect(shownScreen(store.flow()).kind).toBe("home");
  });

  it("carries a warning of the server to the waiting screen", async () => {
    const { store, actions } = visitor({
      initiate: async () => ({ ...sentOut, warning: "Not on the list." }),
    });
    actions.select("p2");
    await actions.pay("p2", "mpesa", "0712345678");
    expect(store.flow().watch?.warning).toBe("Not on the list.");
  });

  it("goes to the page of the form in a browser without dialogs", () => {
    const { store, actions, opened } = visitor({}, false);
    actions.select("p2", "voucher");
    expect(opened).toEqual([`/buy?planId=p2&tab=voucher&mac=${mac}&routerId=${routerId}`]);
    expect(store.flow().form).toBeNull();
  });
});

describe("redeeming from the dialog", () => {
  it("asks for a code in the specified words", async () => {
    const { store, actions, calls } = visitor({});
    actions.select("p2", "voucher");
    await actions.redeem("  ");
    expect(store.flow().form?.problem).toEqual({
      title: "Voucher Code Required",
      text: "Please enter your voucher code",
    });
    expect(calls).toEqual([]);
  });

  it("trims and upper-cases the code, then shows success", async () => {
    const { store, actions, calls, addresses } = visitor({ redeem: async () => redeemed });
    actions.select("p2", "voucher");
    await actions.redeem("  abcde-12345 ");
    expect(calls).toEqual([
      { payload: { voucherCode: "ABCDE-12345", macAddress: mac, routerId }, key: "key-1" },
    ]);
    expect(shownScreen(store.flow()).kind).toBe("success");
    expect(addresses).toEqual([`/pay/v-9?mac=${mac}&routerId=${routerId}`]);
  });

  it("shows a refusal beside the code, under the specified title", async () => {
    const { store, actions } = visitor({ redeem: refusing("refused", "This voucher was already used.") });
    actions.select("p2", "voucher");
    await actions.redeem("ABCDE-12345");
    expect(store.flow().form?.problem).toEqual({
      title: "Voucher Error",
      text: "This voucher was already used.",
    });
    expect(dialogOpen(store.flow())).toBe(true);
  });
});

describe("idempotency keys", () => {
  it("stay the same for the same inputs until the server has answered", async () => {
    const { actions, calls } = visitor({ redeem: () => Promise.reject(new TypeError("Failed to fetch")) });
    actions.select("p2", "voucher");
    await actions.redeem("ABCDE-12345");
    await actions.redeem("ABCDE-12345");
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(["key-1"]));
    await actions.redeem("ABCDE-99999");
    expect(calls.at(-1)?.key).toBe("key-2");
  });

  it("are new after an answer and for every opening of the dialog", async () => {
    const { actions, calls } = visitor({ redeem: refusing("refused", "No.") });
    actions.select("p2", "voucher");
    await actions.redeem("ABCDE-12345");
    await actions.redeem("ABCDE-12345");
    actions.close();
    actions.select("p2", "voucher");
    await actions.redeem("ABCDE-12345");
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
  });
});

describe("a number that was mistyped, and a prompt that did not come", () => {
  async function paying(letGo: () => Promise<unknown> = async () => undefined) {
    const seen = visitor({ initiate: async () => sentOut, letGo });
    seen.actions.select("p2");
    await seen.actions.pay("p2", "mpesa", "0712 345 699");
    return seen;
  }

  it("frees what the payment holds, and opens the form with the number to be mended", async () => {
    const { store, actions, freed, addresses } = await paying();
    await actions.changeNumber();
    expect(freed).toEqual(["t-9"]);
    expect(dialogOpen(store.flow())).toBe(true);
    expect(store.flow().form).toMatchObject({ planId: "p2", tab: "mpesa", phoneNumber: "0712 345 699" });
    expect(addresses.at(-1)).toMatch(/^\/\?.*#plan-p2$/);
  });

  it("stays where it turned out to be paid, and goes on where no answer came", async () => {
    const text = "This is already paid.";
    const paid = await paying(() =>
      Promise.reject(new RefusedError({ code: "conflict", message: text, error: text })),
    );
    await paid.actions.changeNumber();
    expect(shownScreen(paid.store.flow()).kind).toBe("waiting");
    const lost = await paying(() => Promise.reject(new TypeError("Failed to fetch")));
    await lost.actions.changeNumber();
    expect(dialogOpen(lost.store.flow())).toBe(true);
  });

  it("sends the prompt again to the same phone, as a purchase of its own", async () => {
    const { store, actions, calls, freed } = await paying();
    await actions.sendAgain();
    expect(freed).toEqual(["t-9"]);
    expect(calls.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
    expect(calls[1]?.payload).toEqual(calls[0]?.payload);
    expect(shownScreen(store.flow()).kind).toBe("waiting");
  });

  it("tries again with the form filled in, also after a load", () => {
    const { store, actions } = visitor({}, true, page({ ...failure, phoneNumber: "254712345678" }));
    actions.again("p2", "254712345678");
    expect(store.flow().form).toMatchObject({ planId: "p2", phoneNumber: "0712 345 678" });
    actions.again(null);
    expect(dialogOpen(store.flow())).toBe(false);
  });
});

describe("moving on", () => {
  it("leads back to the plans in place, with the tried one named in the address", () => {
    const { store, actions, addresses } = visitor({});
    actions.home("p2");
    actions.home(null);
    expect(addresses).toEqual([
      `/?mac=${mac}&routerId=${routerId}#plan-p2`,
      `/?mac=${mac}&routerId=${routerId}`,
    ]);
    expect(shownScreen(store.flow()).kind).toBe("home");
  });

  it("opens what was bought as a document of its own", () => {
    const { actions, opened } = visitor({});
    actions.browse();
    expect(opened).toEqual([`/connected?mac=${mac}&routerId=${routerId}`]);
  });
});

describe("paying where M-Pesa and Airtel Money are offered", () => {
  const both = () => page({ kind: "home" }, { services: ["mpesa", "airtel_money"] });
  const visiting = () => visitor({ initiate: async () => sentOut }, true, both());
  const tab = ({ store }: ReturnType<typeof visitor>) => store.flow().form?.tab;

  it("sends the service of the tab, and says it on the waiting screen", async () => {
    const { actions, calls, store } = visiting();
    actions.select("p2");
    actions.showTab("airtel_money");
    await actions.pay("p2", "airtel_money", "0733123456");
    expect(calls[0]?.payload).toMatchObject({ phoneNumber: "254733123456", service: "airtel_money" });
    expect(shownScreen(store.flow())).toMatchObject({ kind: "waiting", service: "airtel_money" });
  });

  it("opens on M-Pesa, and follows the number that is typed", () => {
    const at = visiting();
    at.actions.select("p2");
    expect(tab(at)).toBe("mpesa");
    at.actions.typePhone("07");
    expect(tab(at)).toBe("mpesa");
    at.actions.typePhone("0733");
    expect(tab(at)).toBe("airtel_money");
    at.actions.typePhone("0712");
    expect(tab(at)).toBe("mpesa");
  });

  it("leaves a tab alone that was picked by hand, and takes any number there", async () => {
    const at = visiting();
    at.actions.select("p2");
    at.actions.showTab("mpesa");
    at.actions.typePhone("0733123456");
    expect(tab(at)).toBe("mpesa");
    await at.actions.pay("p2", "mpesa", "0733123456");
    expect(at.calls[0]?.payload).toEqual({
      phoneNumber: "254733123456",
      planId: "p2",
      macAddress: mac,
      routerId,
    });
  });

  it("opens on what was paid by before, else on what the last number looks like", async () => {
    const at = visiting();
    at.actions.select("p2");
    await at.actions.pay("p2", "airtel_money", "0712345678");
    at.actions.home(null);
    at.actions.select("p1");
    expect(tab(at)).toBe("airtel_money");
  });

  it("asks for the number by the service's name", async () => {
    const { actions, store } = visiting();
    actions.select("p2");
    actions.showTab("airtel_money");
    await actions.pay("p2", "airtel_money", "");
    expect(store.flow().form?.problem?.text).toBe("Please enter your Airtel Money phone number");
  });

  it("never goes to a service that is not offered, and opens on the voucher where there is none", () => {
    const one = visitor({});
    one.actions.select("p2");
    one.actions.typePhone("0733123456");
    expect(tab(one)).toBe("mpesa");
    const none = visitor({}, true, page({ kind: "home" }, { services: [] }));
    none.actions.select("p2");
    expect(tab(none)).toBe("voucher");
  });
});

describe("choosing a look", () => {
  it("keeps it, and carries it on in the address and in every address after it", async () => {
    const { actions, keptThemes, addresses } = visitor({ initiate: () => Promise.resolve(sentOut) });
    actions.showTheme("dark");
    expect(keptThemes).toEqual(["dark"]);
    await actions.pay("p2", "mpesa", "0712345678");
    const query = `mac=${mac}&routerId=${routerId}&theme=dark`;
    expect(addresses).toEqual([`/?${query}`, `/pay/t-9?${query}`]);
  });
});

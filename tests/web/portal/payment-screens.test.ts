import { expect, it } from "vitest";
import { startFlow } from "#web/portal/flow.ts";
import { loadPaymentScreens } from "#web/portal/load-rare-parts.ts";
import type { RareParts } from "#web/portal/rare-parts.ts";
import { PaymentScreen } from "#web/portal/screens/payment.tsx";
import { createStore } from "#web/portal/store.ts";
import { manualTime } from "./manual-time.ts";
import { page } from "./sample-pages.ts";

// The screens of a payment are not in the first script of the page.

function visitor(fetchScreens?: () => Promise<typeof PaymentScreen>) {
  const time = manualTime();
  const store = createStore(startFlow(page()), time.now);
  const rare: RareParts = {};
  const seen = { fetched: 0, reloads: 0 };
  loadPaymentScreens(
    rare,
    store,
    () => {
      seen.reloads += 1;
    },
    () => {
      seen.fetched += 1;
      return fetchScreens ? fetchScreens() : Promise.resolve(PaymentScreen);
    },
  );
  return { time, store, rare, seen };
}
const opened = { kind: "selected", planId: page().plans[0]?.id ?? "", tab: "mpesa" } as const;
const initiated = {
  kind: "initiated",
  transactionId: "t-1",
  planId: opened.planId,
  planName: "3 Hours",
  amount: 20,
  service: "mpesa",
  warning: null,
  phone: "254712345678",
} as const;

it("are fetched once, when the form opens", async () => {
  const { time, store, rare, seen } = visitor();
  store.send({ kind: "passed" });
  expect(seen.fetched).toBe(0);
  store.send(opened);
  store.send({ kind: "passed" });
  await time.pass(0);
  expect(seen.fetched).toBe(1);
  expect(rare.payment).toBe(PaymentScreen);
});

it("that cannot be had leave the form alone, and the payment's own document shows them once the server answers", async () => {
  const { time, store, rare, seen } = visitor(() => Promise.reject(new Error("404")));
  store.send(opened);
  await time.pass(1_000);
  store.send({ kind: "passed" });
  expect(rare.payment).toBeUndefined();
  expect(seen.reloads).toBe(0);
  store.send(initiated);
  expect(seen.reloads).toBe(1);
  store.send({ kind: "passed" });
  expect(seen).toEqual({ fetched: 1, reloads: 1 });
});

import { createElement } from "react";
import { renderToString } from "react-dom/server.edge";
import { expect, it } from "vitest";
import { startFlow, step } from "#web/portal/flow.ts";
import type { Messages } from "#web/portal/messages/en.ts";
import { firstEnglish } from "#web/portal/messages/first-en.ts";
import { firstSwahili } from "#web/portal/messages/first-sw.ts";
import { Portal } from "#web/portal/portal.tsx";
import { page } from "./sample-pages.ts";

// What a first visit is given says everything of it: the other words come with the screens that say them.

it.each([firstEnglish, firstSwahili])(
  "the plans and the form over them need no later word ($language)",
  (first) => {
    const home = page();
    const flow = step(startFlow(home), { kind: "scripted" }, 0);
    const planId = home.plans[0]?.id ?? "";
    const opened = step(flow, { kind: "selected", planId, tab: "mpesa" }, 1);
    const refused = step(
      opened,
      {
        kind: "refused-form",
        tab: "voucher",
        typed: "x",
        problem: first.problems.codeEmpty,
        toast: "voucherFailed",
      },
      2,
    );
    for (const at of [flow, opened, refused]) {
      const element = createElement(Portal, {
        page: home,
        flow: at,
        actions: null,
        messages: first as Messages,
        rare: {},
      });
      expect(renderToString(element)).toContain(first.home.choose);
    }
    const form = createElement(Portal, {
      page: home,
      flow: refused,
      actions: null,
      messages: first as Messages,
      rare: {},
    });
    expect(renderToString(form)).toContain(first.toasts.voucherFailed.title);
    // Sent, and the screens of a payment are still on their way.
    const sent = step(
      opened,
      {
        kind: "initiated",
        transactionId: "t",
        planId,
        planName: "3 Hours",
        amount: 20,
        service: "mpesa",
        warning: null,
        phone: "254712345678",
      },
      3,
    );
    const waiting = createElement(Portal, {
      page: home,
      flow: sent,
      actions: null,
      messages: first as Messages,
      rare: {},
    });
    expect(renderToString(waiting)).toContain(first.home.choose);
  },
);

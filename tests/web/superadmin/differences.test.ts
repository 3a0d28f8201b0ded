import { expect, it } from "vitest";
import { shortId } from "#web/superadmin/reconciliation/format-difference.ts";

it("a transaction is called by as much of its id as its payer reads", () => {
  expect(shortId("ed2d1b99c1797da7aeb6ccb11079c5277c7e6ada73fe9568")).toBe("ed2d1b99c179…");
  expect(shortId("t-1")).toBe("t-1");
});

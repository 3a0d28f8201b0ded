import { expect } from "vitest";
import { is, type Row, texts } from "./row.ts";

/** Sections 2 and 9: revenue analytics. */
export const revenueAnalytics: Row[] = [
  ...texts("revenue analytics", "Revenue Analytics", /Total System Revenue\s+KSh 10,000/),
  ...texts("revenue analytics", /Total Transactions\s+350/, /Average per Provider\s+KSh 5,000/),
  ...texts("revenue analytics", /Active Routers\s+17/, "Provider Revenue Breakdown"),
  ...texts("revenue analytics", /Top Performing Provider\s+Coast WiFi/),
  {
    what: "revenue analytics: ranked, with each provider's share in per cent",
    how: "revenue analytics",
    expect: is({
      rows: [
        expect.stringMatching(/^1 Coast WiFi 300 KSh 7,500 75\.0 %/),
        expect.stringMatching(/^2 Hill WiFi 50 KSh 2,500 25\.0 %/),
      ],
    }),
  },
  ...texts("revenue that cannot be read", "Error Loading Revenue", "Try again"),
];

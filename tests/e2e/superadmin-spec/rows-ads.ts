import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 4, 5, 8 and 9: the advertisements. */
const card = (place: number, what: string, text: RegExp): Row => ({
  what: `card: ${what}`,
  how: "the advertisements",
  expect: {
    facts: {
      cards: [0, 1, 2].map((one) => (one === place ? expect.stringMatching(text) : expect.any(String))),
    },
  },
});
const form = (what: string, facts: Record<string, unknown>): Row => ({
  what: `form: ${what}`,
  how: "the form of an advertisement",
  expect: is(facts),
});
export const ads: Row[] = [
  {
    what: "tabs of the page",
    how: "the advertisements",
    expect: is({ tabs: ["Advertisements", "Analytics"] }),
  },
  card(0, "title, Active, description", /^Ad 1 Active Pay a little every day/),
  card(0, "priority, duration", /Priority 7 Duration 45 s/),
  card(0, "target", /Target New users$/),
  card(0, "views and clicks", /Views 1,234 Clicks 56/),
  card(0, "no dates", /Start date At once End date No end/),
  card(1, "Inactive after its last day", /^Ad 2 Inactive .* Start date 1 Jan 2026 End date 31 Jan 2026/),
  card(2, "Inactive when switched off", /^Ad 3 Inactive .* Target Returning users/),
  {
    what: "card: preview, edit and delete",
    how: "the advertisements",
    expect: is({ acts: ["Preview Ad 1", "Edit Ad 1", "Delete Ad 1"] }),
  },
  {
    what: "deleting asks",
    how: "the advertisements",
    expect: is({
      question: expect.stringContaining("Are you sure you want to delete this advertisement?"),
    }),
  },
  ...texts("no advertisements", "No advertisements yet"),
  ...texts("advertisements that cannot be read", "Failed to fetch advertisements", "Try again"),
  ...texts("the analytics", "Total Views 2,500", "Total Clicks 100", "Active Ads 1"),
  form("Content and Settings; Preview when it is asked for", {
    tabs: { closed: ["Content", "Settings"], previewed: ["Content", "Settings", "Preview"] },
  }),
  form("title of at most 100, description of at most 500", { most: { title: "100", description: "500" } }),
  ...["no title", "no content", "external URL", "image URL", "priority 11", "4 seconds", "301 seconds"].map(
    (fault) => form(`refuses ${fault}`, { said: { [fault]: true } }),
  ),
  form("priority 1, of 1 to 10", { numbers: { priority: ["1", "1", "10"] } }),
  form("30 seconds, of 5 to 300", { numbers: { duration: ["30", "5", "300"] } }),
  form("target all; new and returning users", {
    ...{ target: "All users", targets: ["All users", "New users", "Returning users"] },
  }),
  form("active", { active: true }),
  form("dates are optional", { dates: ["", ""] }),
  form("nothing of that is sent", { sent: false }),
  ...toasts("calls of the advertisements", {
    create: "Advertisement Created - Phones",
    update: "Advertisement Updated - Ad 1",
    delete: "Advertisement Deleted - Ad 1",
    "create fails": "Error - Failed to create advertisement",
    "update fails": "Error - Failed to update advertisement",
    "delete fails": "Error - Failed to delete advertisement",
  }),
];

import { expect, it } from "vitest";
import { indexPage, type Picture } from "../screens/index-page.ts";

const picture = (name: string, before?: string, changed = 0.5): Picture => ({
  name,
  file: `${name}-360-light.png`,
  width: 360,
  height: 640,
  theme: "light",
  ...(before === undefined ? {} : { before, changed }),
});

it("the page of all screens shows what changed beside what it was, before everything else", () => {
  const page = indexPage([picture("plans"), picture("users", "before/users-360-light.png")]);
  expect(page).toContain("Changed (1)");
  const [changed = "", all = ""] = page.split("<h1>All</h1>");
  expect(changed.match(/<img src="[^"]+"/g)).toEqual([
    '<img src="before/users-360-light.png"',
    '<img src="users-360-light.png"',
  ]);
  expect(all.match(/<img /g)).toHaveLength(2);
});

it("what changed most stands before what has another time in it", () => {
  const page = indexPage([
    picture("plans", "before/plans.png", 0.001),
    picture("users", "before/users.png", 0.4),
  ]);
  const [changed = ""] = page.split("<h1>All</h1>");
  expect(changed.match(/<figcaption>[^<]*/g)).toEqual([
    "<figcaption>users, 40.0 % changed",
    "<figcaption>plans, 0.1 % changed",
  ]);
});

it("it names screens without a picture, and why", () => {
  const page = indexPage([picture("plans")], [{ name: "vouchers", why: "no <table> in 30 s" }]);
  expect(page).toContain("<li><b>vouchers</b>: no &lt;table> in 30 s</li>");
  expect(page).not.toContain("Changed");
});

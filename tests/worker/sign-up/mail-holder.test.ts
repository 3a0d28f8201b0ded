import { expect, test } from "vitest";
import { mailHolder } from "#worker/features/providers/mail-holder";

test.each([
  ["achieng@lakeside.example", "lakeside.example"],
  ["x1@a.b.lakeside.example", "lakeside.example"],
  ["x1@Lakeside.EXAMPLE", "lakeside.example"],
  ["x@a.lakeside.co.ke", "lakeside.co.ke"],
  ["x@lakeside.ke", "lakeside.ke"],
  ["x@mail.lakeside.ke", "lakeside.ke"],
  ["Achieng.Otieno+wifi@gmail.com", "achiengotieno@gmail.com"],
  ["achieng.otieno@yahoo.com", "achieng.otieno@yahoo.com"],
  ["achieng.otieno+2@outlook.com", "achieng.otieno@outlook.com"],
  ["baraka@gmail.com", "baraka@gmail.com"],
])("the mailbox %j is held by %j", (email, holder) => {
  expect(mailHolder(email)).toBe(holder);
});

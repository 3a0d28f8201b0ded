import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getSettings, settingsDefaults } from "#contract/branding";
import * as calls from "#contract/sign-up";
import { pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, refusal } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { fill, press, see } from "../support/page.ts";
import { signUpForm } from "../support/provider-rows.ts";

// A business signs up by itself (docs/behaviour/provider-console.md, PC-5d and PC-5e).

const id = "3f1c1f9e-0e2b-4a57-9b51-6a1d2f6f8f10";

beforeEach(() => {
  answer(getSettings, {
    settings: { ...settingsDefaults, companyName: "Mlango Kenya", supportPhone: "254711000111" },
    provider: null,
  });
  answer(calls.signUpSubdomain, ({ query }) => {
    const isFree = query.name !== "demo";
    return {
      subdomain: query.name ?? "",
      isFree,
      message: isFree ? "" : "The subdomain demo is already taken. Choose another one.",
    };
  });
  answer(calls.signUp, { id, email: signUpForm["Email address"], expiresAt: "2026-11-25T12:00:00.000Z" });
});
async function open(): Promise<void> {
  openAdmin("/signup", { signed: null, subdomain: null });
  await screen.findByRole("heading", { level: 1, name: "Sign up your business" });
}

it("is led to by the log-in of the main host alone", async () => {
  openAdmin("/admin", { signed: null, subdomain: null });
  const link = await screen.findByRole("link", { name: "Sign up your business" });
  expect(link.getAttribute("href")).toBe("https://hotspot.test/signup");
});

it("a provider's own log-in says nothing of it", async () => {
  openAdmin("/admin", { signed: null });
  await screen.findByRole("button", { name: "Sign In" });
  expect(screen.queryByRole("link", { name: "Sign up your business" })).toBeNull();
});

it("says before anything is typed what comes next, what it costs and who runs it", async () => {
  await open();
  await see("Signing up costs nothing. After this form comes a code by email, then your own console");
  await see("Mlango Kenya runs this platform and sets its price. Nothing is charged before");
  await see("+254 711 000 111");
});

it("asks for everything, and says as it is typed whether the address is free", async () => {
  await open();
  await press("Send me the code");
  await see(/Business Name is required .* Password is required/);
  await fill({ "Address of your page": "demo" });
  await see("The subdomain demo is already taken. Choose another one.");
  await fill({ "Address of your page": "Lakeside" });
  await see("lakeside.hotspot.test is free.");
  expect(bodiesOf(calls.signUp)).toEqual([]);
});

it("tells all that is wrong at once, the address that is taken among it, and sends nothing", async () => {
  await open();
  await fill({
    ...signUpForm,
    "Address of your page": "demo",
    Phone: "12",
    "Confirm new password": "another one",
  });
  await see("The subdomain demo is already taken. Choose another one.");
  await press("Send me the code");
  await see("Enter a Kenyan mobile number");
  await see("Passwords do not match");
  await see("The subdomain demo is already taken. Choose another one.");
  expect(bodiesOf(calls.signUp)).toEqual([]);
});

it("sends what was typed, then the code of the letter, and says that the operator decides", async () => {
  await open();
  await fill(signUpForm);
  answer(calls.signUp, refusal(409, "The subdomain lakeside is already taken. Choose another one."));
  await press("Send me the code");
  await see("The subdomain lakeside is already taken. Choose another one.");
  answer(calls.signUp, { id, email: signUpForm["Email address"], expiresAt: "2026-11-25T12:00:00.000Z" });
  await press("Send me the code");
  await screen.findByRole("heading", { level: 1, name: "Look into your mail" });
  expect(bodiesOf(calls.signUp).at(-1)).toEqual({
    businessName: "Lakeside WiFi",
    subdomain: "lakeside",
    name: "Achieng",
    phone: "0712 345 678",
    email: "achieng@lakeside.example",
    password: "a sentence of hers",
  });
  await press("Confirm");
  await see("Enter the six digits of the letter");
  await fill({ "Code from the email": "123 456" });
  answer(calls.confirmSignUp, refusal(400, "That code is not right."));
  await press("Confirm");
  await see("That code is not right.");
  answer(calls.confirmSignUp, { state: "waiting", address: null, message: "You get a letter." });
  await press("Confirm");
  await see("You have signed up achieng@lakeside.example You get a letter. Mlango Kenya runs this platform");
  const onward = screen.getByRole("link", { name: "To the sign-in page" });
  expect(onward.getAttribute("href")).toBe("/admin");
  expect(bodiesOf(calls.confirmSignUp).at(-1)).toEqual({ id, code: "123 456" });
});

it("says that the letter is on its way, and after a minute what to do when it is not there", async () => {
  runClock();
  await open();
  await fill(signUpForm);
  await press("Send me the code");
  await see("The letter with the code leaves within a minute. The code is good for 30 minutes.");
  expect(screen.queryByRole("button", { name: "Send another code" })).toBeNull();
  await pass(61);
  await see("Is no letter there? Look among the spam, and whether the address above is right.");
  answer(
    calls.signUp,
    refusal(429, "Too many letters went to this address. Please try again in 40 minutes."),
  );
  await press("Send another code");
  await see("Too many letters went to this address. Please try again in 40 minutes.");
  const another = "7c0d6e52-50a1-4a3c-9a57-0d1d4b5a7f11";
  answer(calls.signUp, {
    id: another,
    email: signUpForm["Email address"],
    expiresAt: "2026-11-25T12:00:00.000Z",
  });
  await press("Send another code");
  await see("Another letter leaves within a minute. Its code alone counts.");
  expect(new Set(bodiesOf(calls.signUp).map((body) => JSON.stringify(body))).size).toBe(1);
  answer(calls.confirmSignUp, { state: "waiting", address: null, message: "You get a letter." });
  await fill({ "Code from the email": "123456" });
  await press("Confirm");
  await see("You have signed up");
  expect(bodiesOf(calls.confirmSignUp)).toEqual([{ id: another, code: "123456" }]);
});

it("goes back to the form as it was filled in, and leads to the new console where nobody is asked", async () => {
  await open();
  await fill(signUpForm);
  await press("Send me the code");
  await screen.findByLabelText("Code from the email");
  await press("Change what I typed");
  expect((await screen.findByLabelText<HTMLInputElement>("Business Name")).value).toBe("Lakeside WiFi");
  await press("Send me the code");
  await fill({ "Code from the email": "123456" }, await screen.findByRole("main"));
  const address = "https://lakeside.hotspot.test/admin";
  answer(calls.confirmSignUp, { state: "approved", address, message: "Lakeside WiFi is ready." });
  await press("Confirm");
  await see("Your business is ready");
  expect(screen.getByRole("link", { name: "To the sign-in page" }).getAttribute("href")).toBe(address);
});

it("goes on with the code after a phone has reloaded the page on the way back from its mail", async () => {
  await open();
  await fill(signUpForm);
  await press("Send me the code");
  await screen.findByRole("heading", { name: "Look into your mail" });
  cleanup();
  openAdmin("/signup", { signed: null, subdomain: null });
  await screen.findByRole("heading", { name: "Look into your mail" });
  await see(signUpForm["Email address"]);
  answer(calls.confirmSignUp, { state: "waiting", message: "You get a letter.", address: null });
  await fill({ "Code from the email": "123456" });
  await press("Confirm");
  await screen.findByRole("heading", { name: "You have signed up" });
  expect(bodiesOf(calls.confirmSignUp)).toEqual([{ id, code: "123456" }]);
  cleanup();
  await open();
});

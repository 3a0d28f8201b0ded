import { describe, expect, it } from "vitest";
import { type DarajaWorld, darajaWorld, PHONE } from "./daraja-world.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const page = async (world: DarajaWorld, query = `?number=${PHONE}`) =>
  await (await world.call(`/phone${query}`)).text();

/** Sends the form of the open prompt as a browser would, and follows to the page it leads to. */
async function send(world: DarajaWorld, fields: Record<string, string>, id?: string): Promise<string> {
  const [prompt] = await world.prompts();
  const body = new URLSearchParams({ number: PHONE, ...fields }).toString();
  const answer = await world.call(`/phone/prompts/${id ?? prompt?.id}`, { body, headers: FORM });
  expect(answer.status).toBe(303);
  return await (await world.call(answer.headers.get("location") ?? "")).text();
}

describe("the phone", () => {
  it("asks for a number first and offers the phones that were asked to pay", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await page(world, "");
    expect(shown).toContain("Phone number</label>");
    expect(shown).toContain(`href="/phone?number=${PHONE}"`);
    expect(shown).not.toContain("M-Pesa PIN");
  });

  it.each(["0712345678", "0712 345 678", "%2B254712345678", "254712345678", "712345678"])(
    "reads %s as the number of the prompt",
    async (typed) => {
      const world = darajaWorld();
      await world.push();
      expect(await page(world, `?number=${typed}`)).toContain("M-Pesa PIN</label>");
    },
  );

  it("says so when the number is none of Kenya's, and shows what was typed as text", async () => {
    const shown = await page(darajaWorld(), `?number=${encodeURIComponent('"><b>07')}`);
    expect(shown).toContain("This is not a Kenyan mobile number");
    expect(shown).toContain("&quot;&gt;&lt;b&gt;07");
    expect(shown).not.toContain("<b>07");
  });

  it("shows the open request with payee, amount and account, a labelled PIN, Send and Cancel", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await page(world);
    expect(shown).toContain("<strong>Ksh20.00</strong> to <strong>Mama Njeri WiFi</strong>");
    expect(shown).toContain("<strong>K7Q2M9</strong>");
    expect(shown).toContain('<label for="pin">M-Pesa PIN</label>');
    // The Enter key presses the first button of a form.
    expect(shown).toMatch(/<button[^>]*>Send<\/button><button[^>]*>Cancel<\/button>/);
    expect(shown).toContain("1234");
  });

  it.each([
    [{ action: "send", pin: "1234" }, "paid", "Confirmed. Ksh20.00 sent to Mama Njeri WiFi"],
    [{ action: "send", pin: "4321" }, "wrong-pin", "wrong M-PESA PIN"],
    [{ action: "cancel", pin: "" }, "cancelled", "You cancelled this request"],
    [{ action: "cancel", pin: "1234" }, "cancelled", "You cancelled this request"],
  ])("turns %o into %s and tells the person", async (fields, state, sentence) => {
    const world = darajaWorld();
    await world.push();
    const shown = await send(world, fields);
    expect((await world.prompts())[0]?.state).toBe(state);
    expect(shown).toContain(sentence);
    await world.clock.advance(0);
    expect(world.inbox).toHaveLength(1);
  });

  it("asks again when no PIN was typed", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await send(world, { action: "send", pin: "" });
    expect(shown).toContain("Type your M-Pesa PIN first.");
    expect((await world.prompts())[0]?.state).toBe("open");
  });

  it("says so when the request was closed meanwhile or never was", async () => {
    const world = darajaWorld();
    await world.push();
    await world.clock.advance(90_000);
    expect(await send(world, { action: "send", pin: "1234" })).toContain("already closed");
    expect((await world.prompts())[0]?.state).toBe("expired");
    expect(await send(world, { action: "send", pin: "1234" }, "nobody")).toContain("not known");
  });

  it("refreshes without scripts, but never while a PIN is being typed", async () => {
    const world = darajaWorld();
    expect(await page(world)).toContain('<meta http-equiv="refresh" content="3;');
    await world.push();
    await world.clock.advance(10_000);
    expect(await page(world)).toContain('<meta http-equiv="refresh" content="80;');
  });
});

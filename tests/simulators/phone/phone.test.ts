import { describe, expect, it } from "vitest";
import { type AirtelWorld, airtelWorld, MSISDN } from "../airtel/airtel-world.ts";
import { type DarajaWorld, darajaWorld, PHONE } from "../daraja/daraja-world.ts";
import { PhoneSimulator } from "./phone-simulator.ts";

type Network = DarajaWorld | AirtelWorld;

/** A handset of this network alone; the two networks of a demonstration have one clock. */
function phoneOf({ simulator, clock }: Network, others: readonly Network[] = []): PhoneSimulator {
  return new PhoneSimulator({
    clock,
    lines: [simulator.line, ...others.map((other) => other.simulator.line)],
  });
}

async function ask(phone: PhoneSimulator, path: string, form?: Record<string, string>): Promise<Response> {
  const method = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const answer = await phone.handle(new Request(`http://gateways.localhost${path}`, method));
  if (!answer) throw new Error(`nothing is served at ${path}`);
  return answer;
}

const page = async (phone: PhoneSimulator, query = `?number=${PHONE}`) =>
  (await ask(phone, `/phone${query}`)).text();

/** Sends the form that stands on the page as a browser would, and follows to the page it leads to. */
async function send(phone: PhoneSimulator, fields: Record<string, string>, number = PHONE): Promise<string> {
  const [, action = ""] = /action="(\/phone\/[^"]+)"/.exec(await page(phone, `?number=${number}`)) ?? [];
  return await sendTo(phone, action, { number, ...fields });
}

async function sendTo(phone: PhoneSimulator, action: string, form: Record<string, string>): Promise<string> {
  const answer = await ask(phone, action, form);
  expect(answer.status).toBe(303);
  return await (await ask(phone, answer.headers.get("location") ?? "")).text();
}

describe("the phone", () => {
  it("asks for a number first and offers the phones that were asked to pay", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await page(phoneOf(world), "");
    expect(shown).toContain("Phone number</label>");
    expect(shown).toContain(`href="/phone?number=${PHONE}"`);
    expect(shown).not.toContain("M-Pesa PIN");
  });

  it.each(["0712345678", "0712 345 678", "%2B254712345678", "254712345678", "712345678"])(
    "reads %s as the number of the prompt",
    async (typed) => {
      const world = darajaWorld();
      await world.push();
      expect(await page(phoneOf(world), `?number=${typed}`)).toContain("M-Pesa PIN</label>");
    },
  );

  it("says so when the number is none of Kenya's, and shows what was typed as text", async () => {
    const shown = await page(phoneOf(darajaWorld()), `?number=${encodeURIComponent('"><b>07')}`);
    expect(shown).toContain("This is not a Kenyan mobile number");
    expect(shown).toContain("&quot;&gt;&lt;b&gt;07");
    expect(shown).not.toContain("<b>07");
  });

  it("shows the open request with payee, amount and account, a labelled PIN, Send and Cancel", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await page(phoneOf(world));
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
    const shown = await send(phoneOf(world), fields);
    expect((await world.prompts())[0]?.state).toBe(state);
    expect(shown).toContain(sentence);
    await world.clock.advance(0);
    expect(world.inbox).toHaveLength(1);
  });

  it.each([
    [{ action: "send", pin: "1234" }, "paid", "Confirmed. Ksh20.00 sent to Mama Njeri WiFi"],
    [{ action: "send", pin: "4321" }, "wrong-pin", "wrong Airtel Money PIN"],
    [{ action: "cancel", pin: "" }, "cancelled", "You cancelled this request"],
  ])("turns %o of Airtel into %s and tells the person", async (fields, state, sentence) => {
    const world = airtelWorld();
    await world.push();
    const phone = phoneOf(world);
    expect(await page(phone, `?number=254${MSISDN}`)).toContain("Airtel Money PIN</label>");
    const shown = await send(phone, fields, `254${MSISDN}`);
    expect((await world.prompts())[0]?.state).toBe(state);
    expect(shown).toContain(sentence);
    await world.clock.advance(0);
    expect(world.inbox).toHaveLength(1);
  });

  it("of two networks answers the one that asks, though their requests count alike", async () => {
    const [mpesa, airtel] = [darajaWorld(), airtelWorld()];
    await mpesa.push({ PartyA: `254${MSISDN}`, PhoneNumber: `254${MSISDN}` });
    await airtel.clock.advance(1_000);
    await airtel.push();
    const phone = phoneOf(airtel, [mpesa]);
    await send(phone, { action: "send", pin: "1234" }, `254${MSISDN}`);
    expect((await airtel.prompts())[0]?.state).toBe("paid");
    expect((await mpesa.prompts())[0]?.state).toBe("open");
    expect(await page(phone, `?number=254${MSISDN}`)).toContain("M-Pesa PIN</label>");
  });

  it("asks again when no PIN was typed", async () => {
    const world = darajaWorld();
    await world.push();
    const shown = await send(phoneOf(world), { action: "send", pin: "" });
    expect(shown).toContain("Type your PIN first.");
    expect((await world.prompts())[0]?.state).toBe("open");
  });

  it("says so when the request was closed meanwhile or never was", async () => {
    const world = darajaWorld();
    await world.push();
    await world.clock.advance(90_000);
    const form = { number: PHONE, action: "send", pin: "1234" };
    const [prompt] = await world.prompts();
    const phone = phoneOf(world);
    expect(await sendTo(phone, `/phone/mpesa/${prompt?.id}`, form)).toContain("already closed");
    expect((await world.prompts())[0]?.state).toBe("expired");
    expect(await sendTo(phone, "/phone/mpesa/nobody", form)).toContain("not known");
  });

  it("refreshes without scripts, but never while a PIN is being typed", async () => {
    const world = darajaWorld();
    expect(await page(phoneOf(world))).toContain('<meta http-equiv="refresh" content="3;');
    await world.push();
    await world.clock.advance(10_000);
    expect(await page(phoneOf(world))).toContain('<meta http-equiv="refresh" content="80;');
  });

  it("tells its page when there is news", async () => {
    const world = darajaWorld();
    const phone = phoneOf(world);
    const news = async () => (await ask(phone, `/phone/news?number=${PHONE}`)).text();
    const before = await news();
    await world.push();
    const asked = await news();
    expect(asked).not.toBe(before);
    expect(await news()).toBe(asked);
    await send(phone, { action: "cancel", pin: "" });
    expect(await news()).not.toBe(asked);
  });
});

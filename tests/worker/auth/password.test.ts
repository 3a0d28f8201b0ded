import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textIn } from "#contract/texts";
import { hashPassword, nobodysHash, passwordFault, verifyPassword } from "#worker/features/auth/password";
import { cheapPasswords, realPasswordCost } from "../../support/cheap-passwords.ts";

describe("a stored password", () => {
  beforeAll(realPasswordCost);
  afterAll(cheapPasswords);

  test("is a PHC string with its cost, a fresh salt each time, and nothing of the password", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain("correct");
  });

  test("is matched by that password only", async () => {
    const stored = await hashPassword("correct horse");
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("correct horsE", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  test("is matched however the keyboard composes its letters", async () => {
    const composed = "caf\u00e9 nairobi";
    const decomposed = "cafe\u0301 nairobi";
    expect(await verifyPassword(decomposed, await hashPassword(composed))).toBe(true);
  });

  test("verifies at the cost it was made with, so that the cost can be raised later", async () => {
    // RFC 7914, section 12: scrypt("password", "NaCl", N=1024, r=8, p=16), first 32 of 64 bytes are a shorter key's own.
    const vector = Buffer.from(
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
      "hex",
    );
    const phc = `$scrypt$ln=10,r=8,p=16$${unpadded(Buffer.from("NaCl"))}$${unpadded(vector)}`;
    expect(await verifyPassword("password", phc)).toBe(true);
    expect(await verifyPassword("Password", phc)).toBe(false);
  });

  test("in an unknown form is an error, never a match", async () => {
    await expect(verifyPassword("x", "plain")).rejects.toThrow("unknown form");
  });

  test("of nobody matches nothing and costs what a real one costs", async () => {
    expect(await verifyPassword("correct horse", nobodysHash())).toBe(false);
    const cost = (phc: string) => phc.split("$").slice(0, 3).join("$");
    expect(cost(nobodysHash())).toBe(cost(await hashPassword("correct horse")));
    expect(nobodysHash().length).toBe((await hashPassword("correct horse")).length);
  });
});

describe("a new password", () => {
  test.each([
    ["1234567", "Password must be at least 8 characters long."],
    ["\u{1f600}".repeat(4), "Password must be at least 8 characters long."],
    ["        ", "Password must not be blank."],
    ["x".repeat(1_001), "Password must be at most 1000 characters long."],
  ])("%j is refused", (password, sentence) => {
    const fault = passwordFault(password);
    expect(fault && textIn("en", fault)).toBe(sentence);
  });

  test.each([
    "63728194",
    "a passphrase with spaces",
    `${"\u{1f600}\u{1f601}".repeat(2)}door`,
    "dragonflies at dusk",
  ])("%j will do", (password) => {
    expect(passwordFault(password)).toBeUndefined();
  });
});

describe("what anybody tries first", () => {
  const sentence = "This password is among the first that anybody tries. Choose another one.";

  test.each([
    ...["password", "PASSWORD", "Password123!", "P@ssw0rd", "12345678", "87654321", "qwertyuiop", "1q2w3e4r"],
    ...["iloveyou2", "aaaaaaaa", "abcdefgh", "abababab", "Nairobi2024", "dragon12", "lovelove1", "admin@123"],
    ...["ｐａｓｓｗｏｒｄ", " password ", "safaricom254", "wanjiru1990"],
  ])("%j is refused", (password) => {
    const fault = passwordFault(password);
    expect(fault && textIn("en", fault)).toBe(sentence);
  });
});

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

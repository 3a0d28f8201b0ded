import { afterEach, describe, expect, test } from "vitest";
import { challengeResponse } from "./api-login.ts";
import { TestClient } from "./test-client.ts";
import { startTestRouter, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

describe("log-in", () => {
  test("a right password is answered by a bare !done", async () => {
    const { port } = await startTestRouter();
    const client = await TestClient.connect(port);
    expect(await client.talk(["/login", "=name=api", "=password=secret"])).toEqual([["!done"]]);
    client.close();
  });

  test.each([
    ["a wrong password", "api", "wrong", "invalid user name or password (6)"],
    ["an unknown user", "nobody", "secret", "invalid user name or password (6)"],
    ["a user without the policy api", "winbox", "secret", "not enough permissions (9)"],
  ])("%s is refused", async (_what, name, password, message) => {
    const { port, router } = await startTestRouter();
    const client = await TestClient.connect(port);
    const reply = await client.talk(["/login", `=name=${name}`, `=password=${password}`]);
    expect(reply).toEqual([["!trap", `=message=${message}`], ["!done"]]);
    expect(router.report()).toMatchObject({ logins: 0, failedLogins: 1 });
    client.close();
  });

  test("the response to a challenge is the one that go-routeros knows", () => {
    const challenge = Buffer.from("abc123", "hex").toString("hex");
    expect(challengeResponse("passTest", challenge)).toBe("0021277bff9ac7caf06aa608e46616d47f");
  });

  test("an old router answers a plain log-in with a challenge and takes the MD5 response to it", async () => {
    const { port } = await startTestRouter({ version: "6.49.18", faults: { legacyLogin: true } });
    const client = await TestClient.connect(port);
    const challenge = await client.ret("/login", "=name=api", "=password=secret");
    expect(challenge).toMatch(/^[0-9a-f]{32}$/);
    const response = challengeResponse("secret", challenge);
    expect(await client.talk(["/login", "=name=api", `=response=${response}`])).toEqual([["!done"]]);
    await expect(client.ret("/login", "=name=api", `=response=${response}`)).rejects.toThrow("cannot log in");
    client.close();
  });

  test("a command before log-in is fatal and ends the connection", async () => {
    const { port } = await startTestRouter();
    const client = await TestClient.connect(port);
    client.send(["/system/identity/print"]);
    await client.until(() => client.closed);
    expect(client.sentences).toEqual([["!fatal", "not logged in"]]);
  });

  test("a huge sentence before log-in ends the connection", async () => {
    const { port } = await startTestRouter();
    const client = await TestClient.connect(port);
    client.socket.write(Buffer.concat([Buffer.from("e0100000", "hex"), Buffer.alloc(20_000, 0x61)]));
    await client.until(() => client.closed);
    expect(client.sentences).toEqual([]);
  });
});

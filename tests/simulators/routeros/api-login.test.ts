import { afterEach, describe, expect, test } from "vitest";
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

  test("a user bound to networks is let in from there, and refused from elsewhere like with a wrong password", async () => {
    const { port, router } = await startTestRouter();
    const words = ["/login", "=name=bound", "=password=secret"];
    for (const [address, reply] of [
      ["10.99.0.0/16,127.0.0.1/32", [["!done"]]],
      ["10.99.0.2/32", [["!trap", "=message=invalid user name or password (6)"], ["!done"]]],
    ] as const) {
      router.setAccount({ name: "bound", password: "secret", policies: ["api"], address });
      const client = await TestClient.connect(port);
      expect(await client.talk(words)).toEqual(reply);
      client.close();
    }
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

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HelperRequest } from "#bridge/tunnels/helper-line";
import { TunnelKeeper } from "#bridge/tunnels/keeper";

const key = (letter: string) => `${letter.repeat(43)}=`;
const certificate = (digit: string) => digit.repeat(64);

test("what a helper refuses of one router holds up neither the removals nor the other routers of any way", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "keeper-"));
  const asked: string[] = [];
  const helper = createServer((socket) => {
    socket.setEncoding("utf8").on("data", (line: string) => {
      const request = HelperRequest.parse(JSON.parse(line));
      if (request.op !== "list") asked.push(request.op);
      const held = {
        peers: [],
        openvpn: [{ certificate: certificate("a"), address: "10.67.96.1", connectedForMs: 1 }],
      };
      const answer =
        request.op === "list"
          ? { ok: true, ...held }
          : request.op === "add"
            ? { ok: false, why: "this address is another router's" }
            : { ok: true };
      socket.write(`${JSON.stringify(answer)}\n`);
    });
  });
  const path = join(folder, "helper");
  await new Promise<void>((resolve) => helper.listen(path, resolve));
  const said: string[] = [];
  const keeper = new TunnelKeeper(path, (event) => void said.push(event));
  t.onTestFinished(async () => {
    await keeper.stop();
    helper.close();
    rmSync(folder, { recursive: true });
  });
  keeper.take({
    type: "tunnels",
    mode: "last",
    peers: [{ publicKey: key("A"), address: "10.67.0.9" }],
    gone: [],
    openvpn: { peers: [{ certificate: certificate("b"), address: "10.67.96.2" }], gone: [] },
  });
  await expect.poll(() => said).toEqual(["tunnels.changed", "tunnels.failed"]);
  expect(asked).toEqual(["remove_openvpn", "add", "add_openvpn"]);
});

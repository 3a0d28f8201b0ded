// Loaded before a bridge: writes each frame of its link into the folder RECORD_LINK, those of one shape once.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import WebSocket from "ws";
import { shapeOf } from "./shape.mjs";

const dir = process.env.RECORD_LINK;
if (dir && /bridge(\/main|-process)\.ts$/.test(process.argv[1] ?? "")) {
  const record = (way, text) => {
    if (!text.startsWith("{")) return;
    const frame = JSON.parse(text);
    const shape = createHash("sha256").update(shapeOf(frame)).digest("hex").slice(0, 12);
    const path = join(dir, `${way} ${frame.type} ${shape}.json`);
    mkdirSync(dir, { recursive: true });
    if (!existsSync(path)) writeFileSync(path, text);
  };
  const { send, emit } = WebSocket.prototype;
  WebSocket.prototype.send = function (data, ...rest) {
    record("from", String(data));
    return send.call(this, data, ...rest);
  };
  WebSocket.prototype.emit = function (name, ...given) {
    if (name === "message") record("to", String(given[0]));
    return emit.call(this, name, ...given);
  };
}

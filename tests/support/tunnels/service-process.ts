// Something that answers on a port, the API's unless another is named, on every address of its machine.
import { createServer } from "node:net";

createServer((socket) => socket.on("error", () => undefined).end("here")).listen(
  Number(process.argv[2] ?? 8728),
  () => console.log(JSON.stringify({ ready: true })),
);

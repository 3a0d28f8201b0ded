// Something that answers on the API's port, on every address of its machine.
import { createServer } from "node:net";

createServer((socket) => socket.on("error", () => undefined).end("here")).listen(8728, () =>
  console.log(JSON.stringify({ ready: true })),
);

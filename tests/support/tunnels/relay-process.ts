// TCP on one side, a socket in a file on the other: how a machine in a namespace of its own reaches a server of this one.
// Arguments: port, file.
import { connect, createServer } from "node:net";

const [port = "", file = ""] = process.argv.slice(2);
createServer((near) => {
  const far = connect(file);
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
}).listen(Number(port), "127.0.0.1", () => console.log(JSON.stringify({ ready: true })));

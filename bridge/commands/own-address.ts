import { createSocket } from "node:dgram";

/** The machine's own address towards a host, by its routing table: connecting a UDP socket sends nothing. */
export function addressTowards(host: string): Promise<string> {
  const socket = createSocket("udp4");
  return new Promise<string>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket.address().address));
    socket.connect(9, host);
  }).finally(() => socket.close());
}

import { createSocket } from "node:dgram";

/**
 * By which address of its own this machine reaches a host, as its routing table has it: connecting a UDP socket sends
 * nothing. Rejects for a host that has no IPv4 address or no way to it.
 */
export function addressTowards(host: string): Promise<string> {
  const socket = createSocket("udp4");
  return new Promise<string>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket.address().address));
    socket.connect(9, host);
  }).finally(() => socket.close());
}

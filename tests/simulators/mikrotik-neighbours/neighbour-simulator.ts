import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { fieldsOf, type Neighbour, packetOf } from "./packet.ts";

/** MikroTik devices on this machine's loopback: whoever asks by MNDP is told of all of them. */
export class NeighbourSimulator {
  /** What is told; may be changed while it runs. */
  neighbours: readonly Neighbour[];
  /** Further packets to whoever asks, as they are. */
  noise: readonly Uint8Array[] = [];
  questions = 0;
  readonly #socket: Socket = createSocket("udp4");
  #sequence = 0;
  #isClosed = false;

  constructor(neighbours: readonly Neighbour[]) {
    this.neighbours = neighbours;
  }

  /** @param port 0 = any free one */
  async listen(port = 0): Promise<{ port: number }> {
    this.#socket.on("message", (packet, from) => void this.#hear(packet, from));
    this.#socket.bind(port, "127.0.0.1");
    await once(this.#socket, "listening");
    return { port: this.#socket.address().port };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = once(this.#socket, "close");
    this.#socket.close();
    await closed;
  }

  /** A question is four zero bytes; some devices ask with a longer one. Announcements of others get no answer. */
  async #hear(packet: Buffer, from: { address: string; port: number }): Promise<void> {
    if (packet.byteLength < 4 || packet.byteLength > 9 || packet.readUInt32BE(0) !== 0) return;
    this.questions += 1;
    const answers = this.neighbours.map((one) => {
      this.#sequence += 1;
      return packetOf(fieldsOf(one), this.#sequence);
    });
    for (const answer of [...this.noise, ...answers]) {
      if (this.#isClosed) return;
      // One after the other: a receiver's buffer is small.
      await new Promise<void>((resolve) =>
        this.#socket.send(answer, from.port, from.address, () => setImmediate(resolve)),
      );
    }
  }
}

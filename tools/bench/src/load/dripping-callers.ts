import { once } from 'node:events';
import net from 'node:net';

const DRIP_MS = 2_000;
const TICK_MS = 20;
const HEAD = [
  'POST /payment_links/hosted/session HTTP/1.1',
  'Host: gateway',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
];

/**
 * Callers that send a body byte by byte, each on its own connection, and reconnect when cut off.
 */
export class DrippingCallers {
  private readonly open = new Set<net.Socket>();
  private readonly timer: NodeJS.Timeout;
  private stopped = false;

  private constructor(
    private readonly url: URL,
    private readonly addressOf: (index: number) => string,
  ) {
    this.timer = setInterval(() => this.drip(), TICK_MS);
  }

  /** @param addressOf what a trusted proxy tells of the caller */
  static async start(
    baseUrl: string,
    { count, addressOf }: { readonly count: number; addressOf(index: number): string },
  ): Promise<DrippingCallers> {
    const callers = new DrippingCallers(new URL(baseUrl), addressOf);
    await Promise.all(Array.from({ length: count }, (_, index) => callers.begin(index)));
    return callers;
  }

  /** How many are connected. */
  get count(): number {
    return this.open.size;
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
    for (const socket of this.open) socket.destroy();
  }

  /** One byte of each within 2 s, evenly: all at once would stop this process, which measures too. */
  private drip(): void {
    const due = Math.ceil((this.open.size * TICK_MS) / DRIP_MS);
    for (const socket of [...this.open].slice(0, due)) {
      socket.write('1\r\n \r\n');
      this.open.delete(socket);
      this.open.add(socket);
    }
  }

  private async begin(index: number): Promise<void> {
    const socket = net.connect(Number(this.url.port), this.url.hostname);
    // One that is cut off is what this caller expects.
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.on('close', () => {
      this.open.delete(socket);
      if (!this.stopped) setTimeout(() => void this.begin(index), DRIP_MS);
    });
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    const lines = [...HEAD, `X-Forwarded-For: ${this.addressOf(index)}`, '', '1', '{', ''];
    socket.write(lines.join('\r\n'));
    this.open.add(socket);
  }
}

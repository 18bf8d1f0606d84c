import net from 'node:net';
import type { Random } from '../run/random.js';

const MAX_OPEN = 40;
const EVERY_MS = 100;
const LONGEST_LIFE_MS = 4_000;
const DRIP_MS = 500;

const POST = 'POST /payment_links/hosted/session HTTP/1.1\r\nHost: gateway\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** Bytes before the connection is cut; the last part is repeated until then. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['GET /health', 'h'],
  [`${POST}X-Header: `, 'x'],
  [`${POST}${JSON_TYPE}Content-Length: 1000\r\n\r\n{`, ' '],
  [`${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
  [`${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, ''],
  [`${POST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n`, 'X: y\r\n'],
  [`${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, ''],
];

/** Callers that start requests, send them byte by byte, and leave by a reset or a plain end. */
export class HostileSockets {
  private readonly open = new Set<net.Socket>();
  private readonly timer: NodeJS.Timeout;
  count = 0;

  constructor(
    private readonly url: string,
    private readonly random: Random,
  ) {
    this.timer = setInterval(() => this.begin(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const socket of this.open) socket.destroy();
  }

  private begin(): void {
    if (this.open.size >= MAX_OPEN) return;
    const [beginning, drip] = BEGINNINGS[this.random.below(BEGINNINGS.length)] ?? ['', ''];
    const { hostname, port } = new URL(this.url);
    const socket = net.connect(Number(port), hostname, () => socket.write(beginning));
    this.count += 1;
    this.open.add(socket);
    const dripping = setInterval(() => drip && socket.write(drip), DRIP_MS);
    const resets = this.random.below(2) === 0;
    const leave = () => (resets ? socket.resetAndDestroy() : socket.destroy());
    const leaving = setTimeout(leave, this.random.below(LONGEST_LIFE_MS));
    // A gateway that is down, or that cuts the caller off, is nothing that this caller reports.
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(leaving);
      this.open.delete(socket);
    });
  }
}

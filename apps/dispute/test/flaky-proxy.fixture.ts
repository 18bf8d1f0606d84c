import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a server on this machine, which cannot be reached while `isAway`. */
export class FlakyProxy {
  isAway = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.pass(socket));

  private constructor(private readonly port: number) {}

  static async before(url: string): Promise<FlakyProxy> {
    const proxy = new FlakyProxy(Number(new URL(url).port));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on; connections that are open end. */
  goAway(): void {
    this.isAway = true;
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.goAway();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(socket: Socket): void {
    if (this.isAway) return void socket.destroy();
    const behind = connect(this.port, '127.0.0.1');
    for (const [each, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      this.sockets.add(each);
      each.on('error', () => other.destroy());
      each.on('close', () => {
        this.sockets.delete(each);
        other.destroy();
      });
      each.pipe(other);
    }
  }
}

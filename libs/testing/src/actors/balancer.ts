import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Distributes new connections in turns, like the virtual address of a Kubernetes service. */
export class Balancer {
  private targets: readonly number[] = [];
  private turn = 0;
  private readonly open = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (caller) => this.pass(caller));
  }

  static async start(): Promise<Balancer> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ports that take new connections from now on; those that are open stay where they are. */
  use(targets: readonly number[]): void {
    this.targets = targets;
  }

  /** Closes open connections, so that callers with kept connections are distributed again. */
  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  stop(): void {
    this.server.close();
    this.cut();
  }

  private pass(caller: Socket): void {
    this.turn += 1;
    const port = this.targets[this.turn % this.targets.length];
    if (port === undefined) return void caller.destroy();
    const target = connect({ port, host: '127.0.0.1', noDelay: true });
    const ends = [caller, target] as const;
    for (const [one, other] of [ends, ends.toReversed()] as [Socket, Socket][]) {
      this.open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => this.open.delete(one));
      one.pipe(other);
    }
  }
}

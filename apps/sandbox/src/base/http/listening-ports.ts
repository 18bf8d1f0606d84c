import type { Socket } from 'node:net';

/** Determines by its socket which of the two ports received a request. */
export class ListeningPorts {
  private readonly internal = new WeakSet<Socket>();

  markInternal(socket: Socket): void {
    this.internal.add(socket);
  }

  isInternal(socket: Socket): boolean {
    return this.internal.has(socket);
  }
}

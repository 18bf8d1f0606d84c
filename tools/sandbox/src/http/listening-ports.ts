import type { Socket } from 'node:net';

/** Tells by its socket over which of the two ports a request came. */
export class ListeningPorts {
  private readonly internal = new WeakSet<Socket>();

  markInternal(socket: Socket): void {
    this.internal.add(socket);
  }

  isInternal(socket: Socket): boolean {
    return this.internal.has(socket);
  }
}

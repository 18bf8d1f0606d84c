import { awaitedLater, DomainError } from '@towpath/kernel';
import type { IncomingMessage } from 'node:http';

import { RequestNotReceived } from '../errors/request-not-received.js';
import { ReceivedBytes } from './received-bytes.js';

export interface IncomingBodyOptions {
  readonly limitBytes: number;
  readonly idleMs: number;
  readonly totalMs: number;
  /** Address of the caller; undefined if unknown. */
  readonly address: string | undefined;
  /** Called before the body uses more memory; it may call `refuse`. */
  readonly onGrowth: (bytes: number) => void;
}

/** One body while it arrives. */
export class IncomingBody {
  /** Settles once; a body that is refused takes no memory any more. */
  readonly whole: Promise<Buffer>;
  /** Bytes that its owner has counted for it. */
  reserved = 0;
  private readonly settled = Promise.withResolvers<Buffer>();
  private readonly bytes: ReceivedBytes;
  private readonly idle: NodeJS.Timeout;
  private readonly total: NodeJS.Timeout;
  private over = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: IncomingBodyOptions,
  ) {
    this.whole = awaitedLater(this.settled.promise);
    this.bytes = new ReceivedBytes(options.limitBytes);
    const tooSlow = () => this.refuse(RequestNotReceived.tooSlow());
    this.idle = setTimeout(tooSlow, options.idleMs);
    this.total = setTimeout(tooSlow, options.totalMs);
    // This listener stays: a request may still break when its body is complete or refused.
    request.on('error', this.callerLeft);
    request.on('data', this.add).once('end', this.end).once('close', this.callerLeft);
  }

  get address(): string | undefined {
    return this.options.address;
  }

  /** Whether it has arrived or was refused. */
  get isOver(): boolean {
    return this.over;
  }

  refuse(reason: Error): void {
    if (!this.finish()) return;
    this.bytes.clear();
    this.settled.reject(reason);
  }

  readonly callerLeft = (): void => this.refuse(RequestNotReceived.callerLeft());

  private readonly add = (part: Buffer): void => {
    const { limitBytes, onGrowth } = this.options;
    if (this.bytes.size + part.length > limitBytes) {
      this.refuse(tooLarge(limitBytes));
      return;
    }
    this.idle.refresh();
    const growth = this.bytes.capacityWith(part.length) - this.bytes.capacity;
    if (growth > 0) onGrowth(growth);
    if (!this.over) this.bytes.add(part);
  };

  private readonly end = (): void => {
    if (this.finish()) this.settled.resolve(this.bytes.whole());
  };

  /** False when it was over before. */
  private finish(): boolean {
    if (this.over) return false;
    this.over = true;
    clearTimeout(this.idle);
    clearTimeout(this.total);
    this.request.off('data', this.add).off('end', this.end).off('close', this.callerLeft);
    return true;
  }
}

export function tooLarge(limitBytes: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`);
}

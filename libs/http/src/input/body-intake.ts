import { DomainError } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';

import { whenCallerLeaves } from '../app/caller-connection.js';
import '../context/request-state.js';
import { IncomingBody, tooLarge } from './incoming-body.js';

export interface IntakeLimits {
  /** Time in ms without a byte after which a body is refused. */
  readonly idleMs: number;
  /** Time in ms within which a whole body must arrive. */
  readonly totalMs: number;
  /** Bytes of all bodies whose requests are not answered yet. */
  readonly totalBytes: number;
  /** The same for one address, where addresses are known. */
  readonly bytesPerAddress: number;
}

const MIB = 1024 * 1024;
export const INTAKE_LIMITS: IntakeLimits = {
  idleMs: 10_000,
  totalMs: 30_000,
  totalBytes: 64 * MIB,
  bytesPerAddress: 16 * MIB,
};
export const BODY_LIMIT_BYTES = MIB;
const RETRY_AFTER_SECONDS = 1;

/**
 * Reads request bodies, each within a size and a time, and all within one sum of bytes. A body
 * counts until its request is answered or its caller leaves. At the limit of the sum, the largest
 * incomplete body is refused, so that small ones succeed.
 */
export class BodyIntake {
  private readonly arriving = new Set<IncomingBody>();
  private readonly byAddress = new Map<string, number>();
  private addressOf: (request: FastifyRequest) => string | undefined = () => undefined;
  private held = 0;

  constructor(private readonly limits: IntakeLimits = INTAKE_LIMITS) {}

  /** Bytes of memory that bodies take now. */
  get heldBytes(): number {
    return this.held;
  }

  /** From now on the bytes of each caller are limited too. */
  countByAddress(addressOf: (request: FastifyRequest) => string): void {
    this.addressOf = addressOf;
  }

  /**
   * The whole body. Throws `PAYLOAD_TOO_LARGE` past `limitBytes`, `RATE_LIMITED` or
   * `SERVICE_UNAVAILABLE` when too much is held, `RequestNotReceived` for a caller who is too slow
   * or leaves.
   */
  async take(request: FastifyRequest, limitBytes = BODY_LIMIT_BYTES): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
    const { idleMs, totalMs } = this.limits;
    const body = new IncomingBody(request.raw, {
      idleMs,
      totalMs,
      limitBytes,
      address: this.addressOf(request),
      onGrowth: (bytes) => this.reserve(body, bytes),
    });
    const release = () => this.release(body);
    request.response?.once('finish', release);
    whenCallerLeaves(request, () => {
      body.callerLeft();
      release();
    });
    this.arriving.add(body);
    try {
      return await body.whole;
    } catch (error) {
      release();
      throw error;
    } finally {
      this.arriving.delete(body);
    }
  }

  /** Refuses the body, or a larger one in its place, when `bytes` more would be too many. */
  private reserve(body: IncomingBody, bytes: number): void {
    const { totalBytes, bytesPerAddress } = this.limits;
    const { address } = body;
    const ofAddress = this.ofAddress(address) + bytes;
    if (address !== undefined && ofAddress > bytesPerAddress) {
      body.refuse(
        tooMuch('RATE_LIMITED', 'Too many bytes from this address are not answered yet.'),
      );
      return;
    }
    while (this.held + bytes > totalBytes && !body.isOver) {
      const largest = this.largest(body);
      largest.refuse(
        tooMuch('SERVICE_UNAVAILABLE', 'Too many request bodies arrive at once. Try again.'),
      );
      this.release(largest);
    }
    if (body.isOver) return;
    body.reserved += bytes;
    this.held += bytes;
    if (address !== undefined) this.byAddress.set(address, this.ofAddress(address) + bytes);
  }

  private largest(growing: IncomingBody): IncomingBody {
    let largest = growing;
    for (const body of this.arriving) {
      if (!body.isOver && body.reserved > largest.reserved) largest = body;
    }
    return largest;
  }

  private release(body: IncomingBody): void {
    const { address, reserved } = body;
    body.reserved = 0;
    this.held -= reserved;
    if (address === undefined) return;
    const left = this.ofAddress(address) - reserved;
    if (left > 0) this.byAddress.set(address, left);
    else this.byAddress.delete(address);
  }

  private ofAddress(address: string | undefined): number {
    return address === undefined ? 0 : (this.byAddress.get(address) ?? 0);
  }
}

function tooMuch(code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE', explanation: string): DomainError {
  return new DomainError(code, explanation, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

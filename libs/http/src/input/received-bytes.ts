const FIRST_BYTES = 1024;

/**
 * The bytes of a body in one buffer that grows by doubling. A list of parts would need far more
 * memory than the body when it arrives in single bytes.
 */
export class ReceivedBytes {
  private buffer = Buffer.alloc(0);
  private length = 0;

  /** @param maxBytes never more memory than this: a body of the limit takes no power of two */
  constructor(private readonly maxBytes: number) {}

  /** Bytes of memory that the buffer takes. */
  get capacity(): number {
    return this.buffer.length;
  }

  /** Bytes of memory that the buffer would take with `more` bytes, which must be within the limit. */
  capacityWith(more: number): number {
    let capacity = Math.max(this.capacity, FIRST_BYTES);
    while (capacity < this.length + more) capacity *= 2;
    return Math.min(capacity, this.maxBytes);
  }

  get size(): number {
    return this.length;
  }

  add(part: Buffer): void {
    const capacity = this.capacityWith(part.length);
    if (capacity > this.capacity) {
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    part.copy(this.buffer, this.length);
    this.length += part.length;
  }

  whole(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  clear(): void {
    this.buffer = Buffer.alloc(0);
    this.length = 0;
  }
}

import { createHash } from 'node:crypto';

/** Numbers that follow from a text alone: the same text gives the same numbers, in order. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** From `min` to `max`, both included. */
  between([min, max]: readonly [min: number, max: number]): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.between([0, values.length - 1])] ?? values[0];
  }

  /** From 0 up to 1 (mulberry32). */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

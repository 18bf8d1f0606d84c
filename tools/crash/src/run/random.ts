import { createHash } from 'node:crypto';

/**
 * Choices that follow from a seed alone. Each stream has choices of its own, so that one part of a
 * run draws the same ones whatever the others do.
 */
export class Random {
  private state: number;

  constructor(
    private readonly seed: number,
    private readonly path = '',
  ) {
    this.state = createHash('sha256').update(`${seed} ${path}`).digest().readUInt32LE();
  }

  stream(name: string): Random {
    return new Random(this.seed, `${this.path}/${name}`);
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** One of the names, each as often as its part of the whole. */
  weighted<T extends string>(parts: Readonly<Partial<Record<T, number>>>): T {
    const entries = Object.entries(parts) as [T, number][];
    let rest = this.below(entries.reduce((sum, [, part]) => sum + part, 0));
    const found = entries.find(([, part]) => (rest -= part) < 0);
    if (!found) throw new Error('nothing to choose from');
    return found[0];
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: this.next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }
}

import type { CustomerAppId } from '@towpath/kernel';

/** Number of unfinished items of one kind, for one app or for all. */
export type QuiescenceProbe = (customerApp?: CustomerAppId) => Promise<number> | number;

/** The probes that every service answers; others may be added. */
const ALWAYS = { outbox: 0, parked: 0, in_flight: 0 };

/**
 * Unfinished work of a service: unpublished events (`outbox`), parked messages (`parked`), messages
 * that are being handled (`in_flight`). Each part with such work registers a probe.
 */
export class Quiescence {
  readonly #probes = new Map<string, QuiescenceProbe[]>();

  register(name: string, probe: QuiescenceProbe): void {
    this.#probes.set(name, [...(this.#probes.get(name) ?? []), probe]);
  }

  /** The count of each kind; all 0 when the service is quiet. */
  async read(customerApp?: CustomerAppId): Promise<Record<string, number>> {
    const counts: Record<string, number> = { ...ALWAYS };
    for (const [name, probes] of this.#probes) {
      const found = await Promise.all(probes.map((probe) => probe(customerApp)));
      counts[name] = found.reduce((sum, count) => sum + count, 0);
    }
    return counts;
  }
}

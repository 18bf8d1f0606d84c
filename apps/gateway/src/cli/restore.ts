import { InternalClient } from '@towpath/http';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError, type Arguments } from './arguments.js';
import type { LedgerAnswer } from './ledger.js';
import { KEEPERS } from './reconciliation.js';

/** Time limit of a call between services, in ms. */
const CALL_MS = 60_000;
const ASKED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** Services with scheduled questions to card gateways, banks, processors of disputes. */
const ASKERS = [...KEEPERS, 'dispute'] as const;
/** Results after which money needs no more work. */
const SETTLED = ['REFUNDED', 'BOOKED'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

interface Gap {
  readonly silent: readonly object[];
  readonly unknown: readonly { readonly given_back: string | null }[];
  readonly unheard: readonly object[];
}

/** Settles restored databases with gateways and banks, before they may serve traffic. */
export class Restore {
  constructor(private readonly client: InternalClient) {}

  /** Asks all open questions, then compares settlements since the databases' instant. */
  async resolve(args: Arguments): Promise<LedgerAnswer> {
    const since = args.required('since');
    if (!INSTANT.test(since) || Number.isNaN(Date.parse(since))) {
      throw new UsageError('--since takes an instant such as 2026-05-03T10:00:00Z.');
    }
    const body = { customer_app_id: args.text('customer-app') };
    await this.ask({ ...body, ask: true });
    const unasked = await this.untilAsked(body);
    const compared = { ...body, since };
    const gap = await this.compare({ ...compared, give_back: args.flag('give-back') });
    const later = await this.untilHeard(gap, { ...compared, give_back: false });
    const { unknown } = gap;
    const silent = later === gap ? gap.silent : [...gap.silent, ...later.silent];
    const { unheard } = later;
    const isLeft = !unknown.every(({ given_back }) => SETTLED.includes(given_back ?? ''));
    const isOpen = unasked > 0 || silent.length > 0 || unheard.length > 0;
    return { answer: { unasked, silent, unheard, unknown }, isRight: !isOpen && !isLeft };
  }

  private async compare(body: object): Promise<Gap> {
    const gaps = await this.each<Gap>(KEEPERS, { path: 'gap', body });
    return {
      silent: gaps.flatMap(({ silent }) => silent),
      unknown: gaps.flatMap(({ unknown }) => unknown),
      unheard: gaps.flatMap(({ unheard }) => unheard),
    };
  }

  /**
   * A comparison asks about payments whose money is not in our books: compares again, ever more
   * rarely, until it is there or a minute has passed.
   */
  private async untilHeard(first: Gap, body: object): Promise<Gap> {
    const deadline = performance.now() + ASKED_WITHIN_MS;
    let gap = first;
    let pauseMs = LOOK_EVERY_MS;
    while (gap.unheard.length > 0 && performance.now() + pauseMs < deadline) {
      await pause(pauseMs);
      pauseMs *= 2;
      gap = await this.compare(body);
    }
    return gap;
  }

  /** Number of questions that were not asked yet, once it is 0 or after a minute. */
  private async untilAsked(body: object): Promise<number> {
    const deadline = performance.now() + ASKED_WITHIN_MS;
    for (;;) {
      const waiting = await this.ask({ ...body, ask: false });
      if (waiting === 0 || performance.now() > deadline) return waiting;
      await pause(LOOK_EVERY_MS);
    }
  }

  private async ask(body: object): Promise<number> {
    const answers = await this.each<{ readonly waiting: number }>(ASKERS, {
      path: 'questions',
      body,
    });
    return answers.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  private each<T>(
    services: typeof ASKERS | typeof KEEPERS,
    { path, body }: { readonly path: 'gap' | 'questions'; readonly body: object },
  ): Promise<T[]> {
    return Promise.all(
      services.map((service) =>
        this.client.call<T>(service, {
          method: 'POST',
          path: `/internal/reconciliations/${path}`,
          body,
          idempotent: true,
          deadlineMs: CALL_MS,
        }),
      ),
    );
  }
}

import type { OperationOwner } from '@towpath/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError, type Arguments } from './arguments.js';
import type { Calls } from './command-calls.js';

/** Services that compare their books with others: of card gateways and direct debit banks. */
const KEEPERS = ['payment-link', 'mandate'] as const;
/** Services with scheduled questions to card gateways, banks, processors of disputes. */
const ASKERS = [...KEEPERS, 'dispute'] as const;
const PAGE = 100;
/** Time limit of a call between services, in ms. */
const CALL_MS = 60_000;
const ASKED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 500;
/** Results after which money needs no more work. */
const SETTLED = ['REFUNDED', 'BOOKED'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

interface Differences {
  readonly differences: readonly { readonly difference_id: string }[];
}

/** The answer of a command, and whether everything was right. */
export interface Proof {
  readonly answer: object;
  readonly isRight: boolean;
}

/** One customer app, or all. */
type Whose = Readonly<Record<'customer_app_id', string | undefined>>;

interface Gap {
  readonly silent: readonly object[];
  readonly unknown: readonly { readonly given_back: string | null }[];
  readonly unheard: readonly object[];
}

/** Books belong to the services that keep them; they are asked over their internal ports. */
export class Books {
  constructor(private readonly client: Calls) {}

  /** Every rule of the ledger, for one customer app or for all. */
  async verify(args: Arguments): Promise<Proof> {
    const only = args.text('customer-app');
    const findings: object[] = [];
    let verified = 0;
    for (let ids = only ? [only] : await this.appsAfter(); ids.length > 0;) {
      for (const customer_app_id of ids) {
        const path = 'verification';
        const found = await this.ledger<{ findings: object[] }>(path, { customer_app_id });
        findings.push(...found.findings.map((finding) => ({ customer_app_id, ...finding })));
        verified += 1;
      }
      ids = only ? [] : await this.appsAfter(ids.at(-1));
    }
    const answer = { verified_customer_apps: verified, findings };
    return { answer, isRight: findings.length === 0 };
  }

  /** Balances of all ledger accounts of a customer app, at an instant of its clock or now. */
  balances(args: Arguments): Promise<object> {
    const customer_app_id = args.required('customer-app');
    return this.ledger('balances', { customer_app_id, at: args.text('at') });
  }

  /** Compares all closed periods, then lists the differences. */
  async reconcile(args: Arguments): Promise<Proof> {
    const body = { customer_app_id: args.text('customer-app') };
    const runs = await this.each<{ reconciled: number }>(KEEPERS, 'run', body);
    const { differences } = await this.differences(args);
    const reconciled = runs.reduce((sum, run) => sum + run.reconciled, 0);
    return { answer: { reconciled, differences }, isRight: differences.length === 0 };
  }

  /** Open differences of all services, oldest first by ID. */
  async differences(args: Arguments): Promise<Differences> {
    const query = {
      customer_app_id: args.text('customer-app'),
      after: args.text('after'),
      limit: String(PAGE),
    };
    const order = { method: 'GET', path: '/internal/reconciliation_differences', query } as const;
    const lists = await Promise.all(
      KEEPERS.map((keeper) => this.client.call<Differences>(keeper, order)),
    );
    const all = lists.flatMap(({ differences }) => differences);
    const byAge = all.toSorted((a, b) => (a.difference_id < b.difference_id ? -1 : 1));
    return { differences: byAge.slice(0, PAGE) };
  }

  /** Open disputes of an app beside those of its card processors, asked now. */
  disputes(args: Arguments): Promise<object> {
    return this.client.call('dispute', {
      method: 'POST',
      path: '/internal/disputes/compare',
      body: { customer_app_id: args.required('customer-app') },
      idempotent: true,
    });
  }

  /**
   * Settles restored databases with gateways and banks, before they may serve traffic: asks all open
   * questions, then compares settlements since the databases' instant.
   */
  async resolve(args: Arguments): Promise<Proof> {
    const since = args.required('since');
    if (!INSTANT.test(since) || Number.isNaN(Date.parse(since))) {
      throw new UsageError('--since takes an instant such as 2026-05-03T10:00:00Z.');
    }
    const body = { customer_app_id: args.text('customer-app') };
    await this.each(ASKERS, 'questions', body);
    const unasked = await this.untilAsked(body);
    const compared = { ...body, since };
    const gap = await this.compare({ ...compared, give_back: args.flag('give-back') });
    const later = await this.untilBooked(gap, { ...compared, give_back: false });
    const { unknown } = gap;
    const silent = later === gap ? gap.silent : [...gap.silent, ...later.silent];
    const { unheard } = later;
    const isLeft = !unknown.every(({ given_back }) => SETTLED.includes(given_back ?? ''));
    const isOpen = unasked > 0 || silent.length > 0 || unheard.length > 0;
    return { answer: { unasked, silent, unheard, unknown }, isRight: !isOpen && !isLeft };
  }

  private async compare(body: object): Promise<Gap> {
    const gaps = await this.each<Gap>(KEEPERS, 'gap', body);
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
  private async untilBooked(first: Gap, body: object): Promise<Gap> {
    const deadline = performance.now() + ASKED_WITHIN_MS;
    let gap = first;
    let pauseMs = ASK_EVERY_MS;
    while (gap.unheard.length > 0 && performance.now() + pauseMs < deadline) {
      await pause(pauseMs);
      pauseMs *= 2;
      gap = await this.compare(body);
    }
    return gap;
  }

  /** Number of questions that were not asked yet, once it is 0 or after a minute. */
  private async untilAsked(body: Whose): Promise<number> {
    const deadline = performance.now() + ASKED_WITHIN_MS;
    for (;;) {
      const waiting = await this.waiting(body);
      if (waiting === 0 || performance.now() > deadline) return waiting;
      await pause(ASK_EVERY_MS);
    }
  }

  private async waiting(query: Whose): Promise<number> {
    const order = { method: 'GET', path: '/internal/reconciliations/questions', query } as const;
    const answers = await Promise.all(
      ASKERS.map((service) =>
        this.client.call<{ readonly waiting: number }>(service, { ...order, deadlineMs: CALL_MS }),
      ),
    );
    return answers.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  private async appsAfter(after?: string): Promise<readonly string[]> {
    type Apps = { readonly customer_app_ids: readonly string[] };
    return (await this.ledger<Apps>('customer_apps', { after })).customer_app_ids;
  }

  private ledger<T extends object>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
  ): Promise<T> {
    const order = { method: 'GET', path: `/internal/ledger/${path}`, query } as const;
    return this.client.call<T>('payment-link', { ...order, deadlineMs: CALL_MS });
  }

  private each<T>(
    services: readonly OperationOwner[],
    path: 'run' | 'gap' | 'questions',
    body: object,
  ): Promise<T[]> {
    const order = { method: 'POST', path: `/internal/reconciliations/${path}`, body } as const;
    const repeatable = { idempotent: true, deadlineMs: CALL_MS };
    return Promise.all(
      services.map((service) => this.client.call<T>(service, { ...order, ...repeatable })),
    );
  }
}

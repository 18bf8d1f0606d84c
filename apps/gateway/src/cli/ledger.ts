import { InternalClient } from '@towpath/http';
import type { Arguments } from './arguments.js';
import { KEEPERS, Reconciliation } from './reconciliation.js';

/** Time limit of a call between services, in ms. */
const CALL_MS = 60_000;

interface Apps {
  readonly customer_app_ids: readonly string[];
}

interface Verified {
  readonly findings: readonly object[];
}

/** The answer of a command, and whether everything was right. */
export interface LedgerAnswer {
  readonly answer: object;
  readonly isRight: boolean;
}

/** Proofs of the books, which payment-link keeps. */
export class Ledger {
  constructor(private readonly client: InternalClient) {}

  /** Every rule, for one customer app or for all. */
  async verify(args: Arguments): Promise<LedgerAnswer> {
    const only = args.text('customer-app');
    const findings: object[] = [];
    let verified = 0;
    for (let ids = only ? [only] : await this.appsAfter(); ids.length > 0;) {
      for (const id of ids) {
        const { findings: found } = await this.get<Verified>('verification', {
          customer_app_id: id,
        });
        findings.push(...found.map((finding) => ({ customer_app_id: id, ...finding })));
        verified += 1;
      }
      ids = only ? [] : await this.appsAfter(ids.at(-1));
    }
    return {
      answer: { verified_customer_apps: verified, findings },
      isRight: findings.length === 0,
    };
  }

  /** Balances of all ledger accounts of a customer app, at an instant of its clock or now. */
  balances(args: Arguments): Promise<object> {
    const customer_app_id = args.required('customer-app');
    return this.get<object>('balances', { customer_app_id, at: args.text('at') });
  }

  /** Compares all closed periods, then lists the differences. */
  async reconcile(args: Arguments): Promise<LedgerAnswer> {
    const body = { customer_app_id: args.text('customer-app') };
    const runs = await Promise.all(
      KEEPERS.map((keeper) =>
        this.client.call<{ reconciled: number }>(keeper, {
          method: 'POST',
          path: '/internal/reconciliations/run',
          body,
          idempotent: true,
          deadlineMs: CALL_MS,
        }),
      ),
    );
    const { differences } = await new Reconciliation(this.client).list(args);
    const reconciled = runs.reduce((sum, run) => sum + run.reconciled, 0);
    return { answer: { reconciled, differences }, isRight: differences.length === 0 };
  }

  private async appsAfter(after?: string): Promise<readonly string[]> {
    return (await this.get<Apps>('customer_apps', { after })).customer_app_ids;
  }

  private get<T>(path: string, query: Readonly<Record<string, string | undefined>>): Promise<T> {
    return this.client.call<T>('payment-link', {
      method: 'GET',
      path: `/internal/ledger/${path}`,
      query,
      deadlineMs: CALL_MS,
    });
  }
}

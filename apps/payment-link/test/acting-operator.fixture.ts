import type { OperatorClaim } from '@towpath/contracts/operator';
import { OperatorAt } from '@towpath/testing';
import pg from 'pg';
import type { TestPaymentLink } from './payment-link.fixture.js';

interface Entry {
  readonly operation: string;
  readonly resource_id: string;
  readonly reason: string;
  /** The transaction that wrote it. */
  readonly xmin: string;
}

/** The claim of who approves what another operator proposed. */
export const approving = (amount: number, currency = 'HKD') => ({
  ...{ proposed_by: 'oidc:ada', proposed_amount: amount, proposed_currency: currency },
});

/** Operators who act, and what the database has of it, past row-level security. */
export class ActingOperators {
  private constructor(
    private readonly service: TestPaymentLink,
    private readonly admin: pg.Client,
  ) {}

  static async of(service: TestPaymentLink): Promise<ActingOperators> {
    const admin = new pg.Client({ connectionString: service.database.adminUrl });
    await admin.connect();
    return new ActingOperators(service, admin);
  }

  end(): Promise<void> {
    return this.admin.end();
  }

  /** An operator who has just logged in. */
  as(claim: Partial<OperatorClaim> = {}): OperatorAt {
    const { gateway, internalUrl } = this.service;
    const login = { role: 'operator', authenticated_at: Math.floor(Date.now() / 1_000) } as const;
    return new OperatorAt(
      { service: 'payment-link', gateway, internalUrl },
      { ...login, ...claim },
    );
  }

  async rows<R extends pg.QueryResultRow>(sql: string, params: readonly unknown[]): Promise<R[]> {
    return (await this.admin.query<R>(sql, [...params])).rows;
  }

  /** What the audit has of actions on the resource. */
  entries(resourceId: string): Promise<Entry[]> {
    return this.rows<Entry>(
      `SELECT operation, resource_id, reason, xmin::text FROM audit_entries
       WHERE resource_id = $1 AND act = 'ACTION' ORDER BY audit_entry_id`,
      [resourceId],
    );
  }

  /** As if the process had died after the effect, before the outcome was kept. */
  async forgetOutcome(actionId: string): Promise<void> {
    await this.rows('UPDATE operator_actions SET outcome = NULL WHERE action_id = $1', [actionId]);
  }
}

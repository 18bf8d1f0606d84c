import { Injectable } from '@nestjs/common';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { DueRowsJob, Transactions, WriteBatch } from '@towpath/persistence';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { coveredProducts } from '../../identities/login-identities/domain/consent.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';

interface DueLogin {
  readonly customer_app_id: CustomerAppId;
  readonly login_identity_id: LoginIdentityId;
}

/** Erases the rows of products after a narrower consent, and all rows after the end of a consent. */
@Injectable()
export class EraseUncoveredData extends DueRowsJob<DueLogin> {
  override readonly name = 'erase-uncovered-data';

  constructor(
    transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly banks: ConnectedBanks,
  ) {
    super(transactions, {
      table: 'login_identities',
      columns: ['login_identity_id'],
      dueAt: 'erasure_due_at',
      open: 'erasure_due_at IS NOT NULL',
    });
  }

  protected override async runOne(login: DueLogin): Promise<boolean> {
    const { customer_app_id: customerAppId, login_identity_id: loginIdentityId } = login;
    const before = await this.transactions.forApp(customerAppId, async (tx) =>
      coveredAt(await this.identities.find(tx, loginIdentityId), tx.now),
    );
    await this.banks.erase.uncovered({ customerAppId, loginIdentityId });
    return this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      // For a consent that changed meanwhile the next round erases.
      const isSame = coveredAt(identity, tx.now) === before;
      if (!identity || !isSame || identity.snapshot.erasureDueAt === null) return false;
      identity.endErasure();
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
      return true;
    });
  }
}

function coveredAt(identity: LoginIdentity | null, at: Date): string {
  return identity ? coveredProducts(identity.snapshot, at).join() : '';
}

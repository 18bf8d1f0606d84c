import { Injectable } from '@nestjs/common';
import { byValues, PersonalDataVault, Transactions, type AppTx } from '@towpath/persistence';
import {
  EraseRetrievedData,
  type RetrievedFor,
} from '../../banks/institution-connections/retrieved-data.js';
import { coveredProducts } from '../../identities/login-identities/domain/consent.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { UNCOVERED_ROWS } from './uncovered-rows.sql.js';
import { EXCLUSIVE_LOCK } from './login-identity-lock.js';

type Whose = Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>;

const TABLES = [
  'transactions',
  'account_balances',
  'composite_statements',
  'statements',
  'identities',
  'accounts',
] as const;
/** Rows of one transaction: well within the time limit of a statement. */
const MOST_ROWS = 5_000;

/** Erases the key first, then the rows, a few thousand at a time. */
@Injectable()
export class SqlEraseRetrievedData extends EraseRetrievedData {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly identities: LoginIdentityRepository,
  ) {
    super();
  }

  override async execute(whose: Whose): Promise<void> {
    // Nothing is stored any more once the key is gone.
    await this.alone(whose, (tx) => this.vault.destroy(tx, whose.loginIdentityId));
    for (const table of TABLES) {
      let erased = MOST_ROWS;
      while (erased === MOST_ROWS) erased = await this.eraseSome(whose, table);
    }
  }

  override async uncovered(whose: Whose): Promise<void> {
    for (const rows of UNCOVERED_ROWS) {
      let erased = MOST_ROWS;
      while (erased === MOST_ROWS) {
        erased = await this.alone(whose, async (tx) => {
          const { customerAppId, loginIdentityId } = whose;
          // Locked, so that no wider consent begins before the rows are gone.
          const identity = await this.identities.lock(tx, loginIdentityId);
          const covered = identity ? coveredProducts(identity.snapshot, tx.now) : [];
          if (rows.unless.some((product) => covered.includes(product))) return 0;
          return (await tx.query(byValues(rows.sql), [customerAppId, loginIdentityId, MOST_ROWS]))
            .length;
        });
      }
    }
  }

  /** Erases some rows permanently, whatever happens to the others. Returns their number. */
  private eraseSome(whose: Whose, table: (typeof TABLES)[number]): Promise<number> {
    return this.alone(whose, async (tx) => {
      const rows = await tx.query(
        byValues(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE customer_app_id = $1 AND login_identity_id = $2
           LIMIT ${MOST_ROWS})) RETURNING 1 AS erased`),
        [whose.customerAppId, whose.loginIdentityId],
      );
      return rows.length;
    });
  }

  private alone<T>(whose: Whose, work: (tx: AppTx) => Promise<T>): Promise<T> {
    return this.transactions.forApp(whose.customerAppId, async (tx) => {
      await tx.query(byValues(EXCLUSIVE_LOCK), [whose.loginIdentityId]);
      return work(tx);
    });
  }
}

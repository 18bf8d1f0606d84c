import type { AppType } from '@towpath/contracts';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import type { BankProduct, ProductOutcome, RetrievedBatch } from './retrieved-rows.js';

/** The login identity of a batch, and the run that retrieved it. */
export interface RetrievedFor {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly product: BankProduct;
  /**
   * One per job and refresh session, the same when the job resumes. At the end of a complete
   * `ONLINE_TRANSACTIONS`, pending rows that this run did not see are removed.
   */
  readonly retrievalId: string;
  /** No rows of the product are stored, as far as is known; storing them then needs less work. */
  readonly isFirst: boolean;
}

/**
 * Stores one batch in one transaction. Idempotent: rows are keyed by the bank's own IDs. So a
 * batch that is stored twice, or again in a later refresh, changes rows and adds none. Safe beside
 * batches of other products of the same login identity. Throws `PersonalDataErased` when the login
 * identity was deleted: the job ends.
 */
export abstract class StoreRetrievedBatch {
  abstract execute(whose: RetrievedFor, batch: RetrievedBatch): Promise<void>;
}

/**
 * Erases everything that was retrieved for one login identity: rows, files, and the key of its
 * sealed fields, so that backups cannot be read either. Idempotent; nothing can be stored for it
 * afterwards.
 */
export abstract class EraseRetrievedData {
  abstract execute(whose: Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>): Promise<void>;

  /**
   * Erases the rows of products that the consent does not cover now. Later rows of covered products
   * are stored as before.
   */
  abstract uncovered(whose: Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>): Promise<void>;
}

/**
 * Outcome of `INCOME_ESTIMATION`, which asks no bank: run it when the transaction jobs are final.
 * `NOT_FOUND` when the stored transactions show no income.
 */
export abstract class AssessIncome {
  abstract execute(
    whose: Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>,
  ): Promise<ProductOutcome>;
}

/** Which institution an app asks for. */
export interface ConnectorPlace {
  readonly appType: AppType;
  readonly institutionId: string;
}

import { newId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import type {
  RetrievedBatch,
  RetrievedTransaction,
} from '../src/banks/institution-connections/retrieved-rows.js';
import {
  RetrievedDataService,
  type RetrievedFor,
} from '../src/data/retrieved-data/retrieved-data.service.js';
import { PRODUCTS, type ProductProgresses } from '../src/identities/login-identities/products.js';
import type { Answered, TestAccountData } from './account-data.fixture.js';

export const ACCOUNT_NUMBER = '012-345678-901';
export const HOLDER = 'Chan Siu Ming';
const AT = new Date('2026-11-01T00:00:00.000Z');

type ProductStatus = NonNullable<ProductProgresses['accounts']>['status'];

/** A login identity with a token of its own, and what its bank tells. */
export class TestLogin {
  private runs = 0;

  private constructor(
    private readonly service: TestAccountData,
    readonly customerAppId: CustomerAppId,
    readonly loginIdentityId: LoginIdentityId,
    readonly token: string,
  ) {}

  /** All products have the status; `without` were not requested. */
  static async link(
    service: TestAccountData,
    customerAppId: CustomerAppId,
    products: { readonly status?: ProductStatus; readonly without?: readonly string[] } = {},
  ): Promise<TestLogin> {
    const { status = 'SUCCESS', without = [] } = products;
    const loginIdentityId = newId<LoginIdentityId>(new Date());
    const own = PRODUCTS.filter((product) => !without.includes(product));
    const known = { status, statusDetails: null, lastUpdate: null, lastSuccess: null };
    const progress = Object.fromEntries(own.map((product) => [product, known]));
    const row = { ...LINKED, customer_app_id: customerAppId, login_identity_id: loginIdentityId };
    await service
      .part(Transactions)
      .forApp(customerAppId, async (tx) =>
        tx.write(new WriteBatch().insert('login_identities', { ...row, products: own, progress })),
      );
    const claims = { token_use: 'login_identity', login_identity_id: loginIdentityId } as const;
    const token = await service.token(customerAppId, claims);
    return new TestLogin(service, customerAppId, loginIdentityId, token);
  }

  get<T>(path: string): Promise<Answered<T>> {
    return this.service.get<T>(path, this.token);
  }

  /** Stores one batch as a run of its own, unless another one is named. */
  async store(
    batch: Omit<RetrievedBatch, 'cursor'>,
    run: Partial<Pick<RetrievedFor, 'product' | 'retrievalId' | 'isFirst'>> = {},
  ): Promise<void> {
    this.runs += 1;
    const { customerAppId, loginIdentityId } = this;
    const usual = { product: 'ONLINE_TRANSACTIONS', isFirst: this.runs === 1 } as const;
    const retrievalId = `run-${this.runs}`;
    const whose = { customerAppId, loginIdentityId, ...usual, retrievalId, ...run };
    await this.service.part(RetrievedDataService).store(whose, { cursor: 'c', ...batch });
  }
}

const LINKED = {
  live: false,
  user_id: 'end-user-1',
  institution_id: 'testbank',
  status: 'DATA_RETRIEVAL_COMPLETE',
  sequence: 1,
  authentication_status: 'AUTHENTICATED',
  authentication_sequence: 1,
  session_status: 'COMPLETED',
  session_sequence: 1,
  session_id: newId(AT),
  linking_attempt_id: newId(AT),
  stores_credentials: false,
  refreshes_without_user: true,
  automatic_refresh: 'OFF',
  permission_granted_at: AT,
  permission_expired: false,
  permission_watched: false,
  created_at: AT,
  updated_at: AT,
};

export const money = (value: string) => ({ value, currency: 'HKD' });

/** An account of 100.00 HKD, unless said otherwise. */
export function accountRow(accountKey = 'a1', balance = '100.00') {
  return {
    accountKey,
    name: 'Current Account',
    holderName: HOLDER,
    type: 'DEPOSIT',
    subtype: 'CURRENT',
    currency: 'HKD',
    country: 'HKG',
    number: `${ACCOUNT_NUMBER}${accountKey === 'a1' ? '' : accountKey}`,
    balance: money(balance),
  } as const;
}

/** Row number `index`, a minute after the one before. */
export function transactionRow(
  index: number,
  change: Partial<RetrievedTransaction> = {},
): RetrievedTransaction {
  return {
    accountKey: 'a1',
    transactionKey: `t${index}`,
    isPending: false,
    postedDate: '2026-10-05',
    transactionTime: new Date(Date.parse('2026-10-05T08:00:00.000Z') + index * 60_000),
    amount: money('-1.50'),
    description: 'BLUE TERN COFFEE',
    ...change,
  };
}

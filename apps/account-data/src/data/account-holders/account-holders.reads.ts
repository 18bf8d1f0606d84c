import { Injectable } from '@nestjs/common';
import type {
  IdentityData,
  IncomeTotal,
  SingleSourceIncome,
} from '@towpath/contracts/account-data';
import { DomainError, type LoginIdentityId } from '@towpath/kernel';
import { byValues, PersonalDataVault, Transactions, type AppTx } from '@towpath/persistence';
import type {
  IdentityEntry,
  ProductOutcome,
  RetrievedIdentity,
} from '../../banks/institution-connections/retrieved-rows.js';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import { DerivedIds } from '../retrieved-data/derived-ids.js';
import { keyOf, SEALED, type OwnedRead } from '../retrieved-data/owned-data.reads.js';
import { identities } from './account-holder.table.js';
import { incomeStreams, totalOf, type Deposit, type Stream } from './estimate-income.js';

/** By day and description, of which a busy account has few; accounts in the order of the bank. */
const DEPOSITS = byValues(`
  SELECT t.account_id AS "accountId", (t.occurred_at AT TIME ZONE 'UTC')::date::text AS date,
    sum(t.amount)::text AS amount, t.currency, t.description
  FROM transactions t
  JOIN accounts a ON a.customer_app_id = t.customer_app_id
    AND a.login_identity_id = t.login_identity_id AND a.account_id = t.account_id
  WHERE t.customer_app_id = $1 AND t.login_identity_id = $2 AND t.amount > 0
    AND NOT t.is_pending AND a.type = 'DEPOSIT'
  GROUP BY a.bank_order, t.account_id, 2, t.currency, t.description
  ORDER BY a.bank_order NULLS LAST, t.account_id, 2, t.description`);

/** What a bank knows of its user, and the income that the transactions show. */
@Injectable()
export class AccountHoldersReads {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
  ) {}

  async identity({ tx, loginIdentityId }: OwnedRead): Promise<IdentityData> {
    const [key, row] = await Promise.all([
      keyOf(this.vault, tx, { loginIdentityId }),
      identities.find(tx, { loginIdentityId }),
    ]);
    if (!key || !row) {
      throw new DomainError('PRODUCT_NOT_AVAILABLE', 'The institution supplied no identity.');
    }
    const identity = JSON.parse(key.decrypt(SEALED.identity, row.sealed)) as RetrievedIdentity;
    const views = (entries: readonly IdentityEntry[]) =>
      entries.map(({ raw, source, accountKeys, fields }) => ({
        ...fields,
        raw,
        source,
        source_ids: [loginIdentityId],
        account_ids: accountKeys.map((each) => this.ids.of('account', loginIdentityId, [each])),
      }));
    return {
      names: views(identity.names),
      addresses: views(identity.addresses),
      emails: views(identity.emails),
      phone_numbers: views(identity.phoneNumbers),
      date_of_births: views(identity.datesOfBirth),
    };
  }

  /**
   * Outcome of `INCOME_ESTIMATION`, which asks no bank: run it when the transaction jobs are final.
   * `NOT_FOUND` when the stored transactions show no income.
   */
  assessIncome(whose: LoginKey): Promise<ProductOutcome> {
    const read = async (tx: AppTx) =>
      (await streamsOf(tx, whose.loginIdentityId)).length > 0 ? 'RETRIEVED' : 'NOT_FOUND';
    return this.db.forApp(whose.customerAppId, read, { readOnly: true });
  }

  /** Estimates from stored transactions, one per currency. */
  async income({ tx, loginIdentityId }: OwnedRead): Promise<SingleSourceIncome[]> {
    const streams = await streamsOf(tx, loginIdentityId);
    const currencies = [...new Set(streams.map(({ currency }) => currency))];
    return currencies.map((currency) => {
      const own = streams.filter((stream) => stream.currency === currency);
      return {
        income_streams: own.map((each) => ({
          account_id: each.accountId,
          ...totalView(each, currency),
        })),
        income_total: totalView(totalOf(own), currency),
        source: 'DEPOSITS_ANALYSIS',
        source_id: loginIdentityId,
      };
    });
  }
}

async function streamsOf(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<Stream[]> {
  const rows = await tx.query<Omit<Deposit, 'amount'> & { readonly amount: string }>(DEPOSITS, [
    tx.customerApp.id,
    loginIdentityId,
  ]);
  return incomeStreams(rows.map((row) => ({ ...row, amount: Number(row.amount) })));
}

function totalView(
  { monthly, count, months }: ReturnType<typeof totalOf>,
  currency: string,
): IncomeTotal {
  return {
    estimated_monthly_income: monthly === null ? undefined : { amount: monthly, currency },
    transaction_count: count,
    monthly_history: months.map(({ year, month, amount }) => ({
      year,
      month,
      estimated_income: { amount, currency },
    })),
  };
}

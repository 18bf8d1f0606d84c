import { Injectable } from '@nestjs/common';
import type {
  AccountNumberResponse,
  BalanceEntry,
  BalanceHistoryQuery,
  BalanceHistoryResponse,
  CardAccount,
  CardDetailsResponse,
  CardTotal,
  DataAccount,
  DataAmount,
} from '@towpath/contracts/account-data';
import { DomainError, parseId, utcDate, type AccountId } from '@towpath/kernel';
import { byKey, byValues, PersonalDataVault, type SubjectKey } from '@towpath/persistence';
import type { RetrievedAmount } from '../../banks/institution-connections/retrieved-rows.js';
import { masked } from '../retrieved-data/derived-ids.js';
import { keyOf, SEALED, type OwnedRead } from '../retrieved-data/owned-data.reads.js';
import { accounts, type StoredAccount } from './account.table.js';

export interface ReadAccount {
  readonly row: StoredAccount;
  readonly view: DataAccount;
}

type DailyAmount = Pick<BalanceEntry, 'date' | 'amount'>;

const OF_LOGIN = byKey(`SELECT to_jsonb(a) AS row FROM accounts AS a
  WHERE customer_app_id = $1 AND login_identity_id = $2
  ORDER BY bank_order NULLS LAST, account_id`);
const RETRIEVED_BALANCES = byValues(`SELECT date::text AS date, amount::text AS amount
  FROM account_balances
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3 ORDER BY date DESC`);
/** Every day from the first transaction to $4, newest first, with the sum of its transactions. */
const CHANGES = byValues(`
  WITH changes AS (
    SELECT (occurred_at AT TIME ZONE 'UTC')::date AS date, sum(amount) AS amount
    FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3
    GROUP BY 1)
  SELECT day::date::text AS date, coalesce(amount, 0)::text AS amount
  FROM generate_series((SELECT least(min(date), $4::date) FROM changes), $4::date,
    interval '1 day') AS day
  LEFT JOIN changes ON changes.date = day::date
  ORDER BY day DESC`);

const SUMMED = [
  'current_balance',
  'payment_due_amount',
  'statement_due_amount',
  'total_credit_limit',
  'available_credit_limit',
  'minimum_payment_due',
] as const;

@Injectable()
export class AccountsReads {
  constructor(private readonly vault: PersonalDataVault) {}

  /** In the order of the bank. */
  async all({ tx, loginIdentityId }: OwnedRead): Promise<ReadAccount[]> {
    const [key, found] = await Promise.all([
      keyOf(this.vault, tx, { loginIdentityId }),
      tx.query<{ row: unknown }>(OF_LOGIN, [tx.customerApp.id, loginIdentityId]),
    ]);
    return accounts.rows(found).map((row) => ({ row, view: accountView(row, key) }));
  }

  /** Throws ACCOUNT_NOT_FOUND, also for an account of another login identity. */
  async one(
    { tx, loginIdentityId }: OwnedRead,
    rawId: string,
  ): Promise<ReadAccount & { readonly key: SubjectKey | undefined }> {
    const accountId = parseId<AccountId>(rawId);
    const [key, row] = await Promise.all([
      keyOf(this.vault, tx, { loginIdentityId }),
      accountId ? accounts.find(tx, { loginIdentityId, accountId }) : null,
    ]);
    if (!row) throw new DomainError('ACCOUNT_NOT_FOUND', 'There is no account with this ID.');
    return { row, key, view: accountView(row, key) };
  }

  async number(owned: OwnedRead, rawId: string) {
    const { row, view: account, key } = await this.one(owned, rawId);
    if (!key || !row.paymentNumber) {
      throw new DomainError('PRODUCT_NOT_AVAILABLE', 'This account has no number to pay to.');
    }
    const { raw, paymentDetails } = JSON.parse(
      key.decrypt(SEALED.paymentNumber, row.paymentNumber),
    ) as { raw: string; paymentDetails: AccountNumberResponse['payment_details'] };
    return {
      account,
      account_number: { account_id: row.accountId, raw, number: raw.replaceAll(/\D/gu, '') },
      payment_details: paymentDetails,
    };
  }

  async cards(owned: OwnedRead): Promise<CardDetailsResponse['card_details']> {
    const cards = cardsOf(await this.all(owned));
    return { card_accounts: cards, card_total: cardTotal(cards) };
  }

  /** Without a source: the institution's balances, if it provides any. */
  async balanceHistory(
    owned: OwnedRead,
    rawId: string,
    { source: asked }: BalanceHistoryQuery,
  ): Promise<Pick<BalanceHistoryResponse, 'account' | 'balance_history' | 'source'>> {
    const { row, view: account } = await this.one(owned, rawId);
    const { currency, balances } = row;
    const key = [row.customerAppId, row.loginIdentityId, row.accountId];
    const stored = asked === 'COMPUTED' ? [] : await amounts(owned, RETRIEVED_BALANCES, key);
    const isStored = asked === 'INSTITUTION' || stored.length > 0;
    const days = isStored
      ? stored
      : computedBalances(
          await amounts(owned, CHANGES, [...key, utcDate(owned.tx.now)]),
          Number(balances.balance?.value ?? 0),
        );
    return {
      account,
      balance_history: days.map((day) => ({ ...day, currency })),
      source: isStored ? 'INSTITUTION' : 'COMPUTED',
    };
  }
}

async function amounts(
  { tx }: OwnedRead,
  statement: ReturnType<typeof byValues>,
  params: readonly string[],
): Promise<DailyAmount[]> {
  const rows = await tx.query<{ date: string; amount: string }>(statement, params);
  return rows.map(({ date, amount }) => ({ date, amount: Number(amount) }));
}

/**
 * The balance at the end of each day: from the present balance backwards, without the transactions
 * of the days that follow. `days` has the sum of each day, has no gaps and begins with the newest; so
 * does the answer.
 */
export function computedBalances(days: readonly DailyAmount[], present: number): DailyAmount[] {
  let thousandths = Math.round(present * 1_000);
  return days.map(({ date, amount }) => {
    const balance = { date, amount: thousandths / 1_000 };
    thousandths -= Math.round(amount * 1_000);
    return balance;
  });
}

/** An account as the interface shows it. Without the key, encrypted members are absent. */
function accountView(row: StoredAccount, key: SubjectKey | undefined): DataAccount {
  const { balance, ledger, statement } = row.balances;
  const text = key?.decrypt(SEALED.account, row.sealed) ?? '{}';
  const { number, holderName } = JSON.parse(text) as { number?: string; holderName?: string };
  return {
    account_id: row.accountId,
    group_id: row.groupId,
    account_name: row.name,
    is_parent: row.isParent,
    is_closed: row.isClosed,
    is_excluded: false,
    metadata: {},
    account_holder_name: holderName,
    account_nickname: row.nickname ?? undefined,
    account_sub_type: row.subtype,
    account_number_masked: number === undefined ? undefined : masked(number),
    country: row.country,
    account_currency: row.currency,
    balance: shown(balance),
    ledger_balance: shown(ledger),
    statement_balance: shown(statement),
    account_type: { type: row.type, subtype: row.subtype },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function cardsOf(accounts: readonly ReadAccount[]): CardAccount[] {
  return accounts.flatMap(({ row, view }) => {
    const { card } = row;
    if (card === null) return [];
    return {
      account_id: row.accountId,
      account_name: row.name,
      account_number_masked: view.account_number_masked,
      account_type: { type: row.type, subtype: row.subtype },
      statement_payment_due_date: card.statementPaymentDueDate,
      next_payment_due_date: card.nextPaymentDueDate,
      statement_date: card.statementDate,
      last_payment_date: card.lastPaymentDate,
      last_payment_amount: shown(card.lastPaymentAmount),
      current_balance: shown(card.currentBalance),
      payment_due_amount: shown(card.paymentDueAmount),
      statement_due_amount: shown(card.statementDueAmount),
      total_credit_limit: shown(card.totalCreditLimit),
      available_credit_limit: shown(card.availableCreditLimit),
      minimum_payment_due: shown(card.minimumPaymentDue),
      rewards_balances: card.rewardsBalances?.map(({ value, unit }) => ({
        value: Number(value),
        unit,
      })),
      updated_at: row.cardUpdatedAt?.toISOString(),
    };
  });
}

function shown(amount: RetrievedAmount | undefined): DataAmount | undefined {
  return amount && { ...amount, value: Number(amount.value) };
}

/** The sums of all cards in the currency of the first one. Currencies are never added up. */
function cardTotal(cards: readonly CardAccount[]): CardTotal {
  const currency = cards[0]?.current_balance?.currency;
  const own = cards.filter((card) => card.current_balance?.currency === currency);
  const total: CardTotal = {};
  for (const name of SUMMED) {
    const amounts = own.flatMap((card) => card[name] ?? []);
    if (amounts.length === 0) continue;
    const sum = amounts.reduce((value, amount) => value + Math.round(amount.value * 1_000), 0);
    total[name] = { value: sum / 1_000, currency };
  }
  const times = own.flatMap(({ updated_at: at }) => at ?? []).toSorted();
  return { ...total, updated_at: times.at(-1) };
}

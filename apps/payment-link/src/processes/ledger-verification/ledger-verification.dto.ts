import { field } from '@towpath/contracts';
import { LEDGER_RULES, type LedgerRule } from './ledger-rules.js';

export class VerifyLedgerQuery {
  @field.id('The customer app.') customer_app_id: string;
}

export class LedgerBalancesQuery extends VerifyLedgerQuery {
  @field.dateTime('Of which instant; now when absent.', { optional: true }) at?: string;
}

export class LedgerBalanceResponse {
  @field.text('Kind and settlement account.', { example: 'settlement:01JQ…' })
  ledger_account: string;
  @field.currency() currency: string;
  @field.amount('Credits less debits, minor units.') balance: number;
}

export class LedgerBalancesResponse {
  @field.objectList('Every ledger account.', () => LedgerBalanceResponse)
  balances: LedgerBalanceResponse[];
}

export class LedgerAppsQuery {
  @field.id('The last customer app of the page before.', { optional: true }) after?: string;
}

export class LedgerAppsResponse {
  @field.textList('Customer apps that have books; none after the last page.')
  customer_app_ids: string[];
}

export class LedgerFindingResponse {
  @field.enum('The rule that is broken.', LEDGER_RULES) rule: LedgerRule;
  @field.text('The payment, refund, payout or dispute, or the ledger account.') subject: string;
  @field.currency() currency: string;
  @field.amount('What should be there; absent: nothing.', { optional: true }) expected?: number;
  @field.amount('What is there; absent: nothing.', { optional: true }) found?: number;
}

export class VerifyLedgerResponse {
  @field.objectList('None when the books are right.', () => LedgerFindingResponse)
  findings: LedgerFindingResponse[];
}

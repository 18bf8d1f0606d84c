import {
  AmountField,
  CurrencyField,
  DateTimeField,
  EnumField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
} from '@towpath/contracts';
import { LEDGER_RULES, type LedgerRule } from './ledger-rules.js';

export class VerifyLedgerQuery {
  @IdField('The customer app.') customer_app_id: string;
}

export class LedgerBalancesQuery extends VerifyLedgerQuery {
  @DateTimeField('Of which instant; now when absent.', { optional: true }) at?: string;
}

export class LedgerBalanceResponse {
  @TextField('Kind and settlement account.', { example: 'settlement:01JQ…' })
  ledger_account: string;
  @CurrencyField() currency: string;
  @AmountField('Credits less debits, minor units.') balance: number;
}

export class LedgerBalancesResponse {
  @ObjectListField('Every ledger account.', () => LedgerBalanceResponse)
  balances: LedgerBalanceResponse[];
}

export class LedgerAppsQuery {
  @IdField('The last customer app of the page before.', { optional: true }) after?: string;
}

export class LedgerAppsResponse {
  @TextListField('Customer apps that have books; none after the last page.')
  customer_app_ids: string[];
}

export class LedgerFindingResponse {
  @EnumField('The rule that is broken.', LEDGER_RULES) rule: LedgerRule;
  @TextField('The payment, refund, payout or dispute, or the ledger account.') subject: string;
  @CurrencyField() currency: string;
  @AmountField('What should be there; absent: nothing.', { optional: true }) expected?: number;
  @AmountField('What is there; absent: nothing.', { optional: true }) found?: number;
}

export class VerifyLedgerResponse {
  @ObjectListField('None when the books are right.', () => LedgerFindingResponse)
  findings: LedgerFindingResponse[];
}

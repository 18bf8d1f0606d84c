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
import { LEDGER_RULES, type LedgerRule } from './ports.js';

export class VerifyLedgerQuery {
  @IdField({ description: 'The customer app.' })
  customer_app_id: string;
}

export class LedgerBalancesQuery extends VerifyLedgerQuery {
  @DateTimeField({ optional: true, description: 'Of which instant; now when absent.' })
  at?: string;
}

export class LedgerBalanceResponse {
  @TextField({ description: 'Kind and settlement account.', example: 'settlement:01JQ…' })
  ledger_account: string;

  @CurrencyField()
  currency: string;

  @AmountField({ description: 'Credits less debits, minor units.' })
  balance: number;
}

export class LedgerBalancesResponse {
  @ObjectListField(() => LedgerBalanceResponse, { description: 'Every ledger account.' })
  balances: LedgerBalanceResponse[];
}

export class LedgerAppsQuery {
  @IdField({ optional: true, description: 'The last customer app of the page before.' })
  after?: string;
}

export class LedgerAppsResponse {
  @TextListField({ description: 'Customer apps that have books; none after the last page.' })
  customer_app_ids: string[];
}

export class LedgerFindingResponse {
  @EnumField(LEDGER_RULES, { description: 'The rule that is broken.' })
  rule: LedgerRule;

  @TextField({ description: 'The payment, refund, payout or dispute, or the ledger account.' })
  subject: string;

  @CurrencyField()
  currency: string;

  @AmountField({ optional: true, description: 'What should be there; absent: nothing.' })
  expected?: number;

  @AmountField({ optional: true, description: 'What is there; absent: nothing.' })
  found?: number;
}

export class VerifyLedgerResponse {
  @ObjectListField(() => LedgerFindingResponse, { description: 'None when the books are right.' })
  findings: LedgerFindingResponse[];
}

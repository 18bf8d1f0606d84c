import { Injectable } from '@nestjs/common';
import type { SearchTerm } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns } from '@towpath/service';
import {
  paymentAccounts,
  type PaymentAccountRow,
} from '../parties/payment-accounts/payment-account.table.js';
import {
  settlementAccountBody,
  settlementAccountOf,
} from '../parties/payment-accounts/payment-accounts.reads.js';
import { paymentAccountView } from './payment-account.view.js';

/** Accounts of customer apps for operators. Payments into one are too many to be shown here. */
@Injectable()
export class SettlementAccountResource extends OperatedResource<PaymentAccountRow> {
  readonly kind = 'payment_account';
  readonly table = paymentAccounts;
  readonly view = paymentAccountView;
  readonly columns = { createdAt: 'created_at' };

  searchedBy(term: SearchTerm) {
    const reference = ['settlement_account_reference', 'gateway_account'];
    return oneOfColumns(term, { reference });
  }

  listed({ accountType, reference, currencies, createdAt, updatedAt }: PaymentAccountRow) {
    const summary = [accountType, reference ?? '', ...currencies].filter(Boolean).join(' ');
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { summary, ...at };
  }

  body(row: PaymentAccountRow) {
    return settlementAccountBody(settlementAccountOf(row));
  }

  related(_row: PaymentAccountRow, _reads: OperatorQuery) {
    return [];
  }
}

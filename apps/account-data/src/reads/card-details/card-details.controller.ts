import { Controller } from '@nestjs/common';
import {
  CardDetailsResponse,
  type CardAccount,
  type CardTotal,
  type DataAmount,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { amountView } from '../accounts/account.view.js';
import { ReadAccounts, type ReadAccount } from '../accounts/read-accounts.js';
import type { RetrievedCard } from '../../banks/institution-connections/retrieved-rows.js';
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { cardTotal } from './domain/card-total.js';

@Controller()
export class CardDetailsController {
  constructor(
    private readonly owners: DataOwners,
    private readonly accounts: ReadAccounts,
  ) {}

  @Operation('listCardDetails', { response: CardDetailsResponse })
  list(@Caller() caller: Caller): Promise<CardDetailsResponse> {
    return this.owners.read(caller, ['card_details'], async (owned) => {
      const { login_identity, institution } = owned;
      const cards = (await this.accounts.all(owned)).filter(({ row }) => row.card !== null);
      const views = cards.map(cardView);
      const card_details = { card_accounts: views, card_total: cardTotal(views) };
      return { login_identity, institution, card_details };
    });
  }
}

function cardView({ row, view }: ReadAccount): CardAccount {
  const card = row.card as Omit<RetrievedCard, 'accountKey'>;
  const points = card.rewardsBalances?.map(({ value, unit }) => ({
    value: Number(value),
    ...(unit === undefined ? {} : { unit }),
  }));
  return withoutAbsent({
    account_id: row.account_id,
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
    rewards_balances: points,
    updated_at: row.card_updated_at?.toISOString(),
  }) as unknown as CardAccount & CardTotal;
}

function shown(amount: RetrievedCard['currentBalance']): DataAmount | undefined {
  return amount && amountView(amount);
}

function withoutAbsent(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

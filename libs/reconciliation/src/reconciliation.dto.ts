import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateTimeField,
  EnumField,
  IdField,
  IntegerField,
  IntegerQueryField,
  ObjectListField,
  TextField,
} from '@towpath/contracts';
import { BOOK_DIFFERENCE_KINDS, type BookDifferenceKind } from './books/index.js';
import { GIVEN_BACK, type GivenBack } from './reconciled-books.js';

export class ListDifferencesQuery {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;

  @IdField({ optional: true, description: 'The last difference of the page before.' })
  after?: string;

  @IntegerQueryField({ optional: true, min: 1, max: 1_000, description: 'Most per page; 100.' })
  limit?: number;
}

class DifferenceSum {
  @AmountField({ description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;
}

class DifferenceEntry extends DifferenceSum {
  @TextField({ description: 'What the other side calls the line.' })
  entry_id: string;

  @TextField({ description: 'What the other side was told to call the payment.' })
  reference: string;
}

export class DifferenceResponse {
  @IdField({ description: 'ID of the difference.' })
  difference_id: string;

  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @TextField({ description: 'The gateway or bank.' })
  integration_id: string;

  @EnumField(BOOK_DIFFERENCE_KINDS, { description: 'What differs.' })
  kind: BookDifferenceKind;

  @TextField({
    description: 'CHARGE, TRANSFER; or REFUND, RETURN, PAYOUT for money that went out.',
  })
  side: string;

  @TextField({ description: 'The payment; or the reference, where the list names none.' })
  payment_id: string;

  @ObjectListField(() => DifferenceSum, { description: 'What we held when it was found.' })
  ours: DifferenceSum[];

  @ObjectListField(() => DifferenceEntry, { description: 'What was settled when it was found.' })
  theirs: DifferenceEntry[];

  @DateTimeField({ description: "When it was found, by the app's clock." })
  found_at: string;
}

export class ListDifferencesResponse {
  @ObjectListField(() => DifferenceResponse, { description: 'Oldest first.' })
  differences: DifferenceResponse[];
}

export class RunReconciliationsRequest {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;
}

export class RunReconciliationsResponse {
  @IntegerField({ min: 0, description: 'How many lists of gateways and banks were compared.' })
  reconciled: number;
}

export class AskOpenQuestionsRequest {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;

  @BooleanField({ description: 'Whether to make all of them due; else they are only counted.' })
  ask: boolean;
}

export class OpenQuestionsResponse {
  @IntegerField({ min: 0, description: 'Questions that are due and were not asked yet.' })
  waiting: number;
}

export class CompareGapRequest {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;

  @DateTimeField({ description: 'The instant that the databases were restored to.' })
  since: string;

  @BooleanField({ description: 'Whether unknown charges go back, and unknown payouts are booked.' })
  give_back: boolean;
}

class SilentPlace {
  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @TextField({ description: 'The gateway or bank that did not list what it settled.' })
  integration_id: string;
}

class UnknownChargeResponse extends DifferenceEntry {
  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @TextField({ description: 'The gateway or bank.' })
  integration_id: string;

  @DateTimeField({ description: 'When it was settled.' })
  settled_at: string;

  @EnumField(GIVEN_BACK, {
    nullable: true,
    description: 'What became of it; null when it was not to go back, or cannot from here.',
  })
  given_back: GivenBack | null;
}

class UnheardPaymentResponse {
  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @TextField({ description: 'The gateway or bank.' })
  integration_id: string;

  @TextField({ description: 'The payment; or the reference, where the list names none.' })
  payment_id: string;

  @TextField({ description: 'What the other side was told to call the payment.' })
  reference: string;
}

export class CompareGapResponse {
  @ObjectListField(() => SilentPlace, { description: 'Ask again: these could not be read.' })
  silent: SilentPlace[];

  @ObjectListField(() => UnknownChargeResponse, {
    description: 'Money that our books do not know.',
  })
  unknown: UnknownChargeResponse[];

  @ObjectListField(() => UnheardPaymentResponse, {
    description: 'Payments of our books whose money was just asked about: compare again.',
  })
  unheard: UnheardPaymentResponse[];
}

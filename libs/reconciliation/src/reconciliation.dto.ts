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
import { GIVEN_BACK, type GivenBack } from './ports.js';

export class ListDifferencesQuery {
  @IdField('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
  @IdField('The last difference of the page before.', { optional: true }) after?: string;
  @IntegerQueryField('Most per page; 100.', { optional: true, min: 1, max: 1_000 }) limit?: number;
}

class DifferenceSum {
  @AmountField('Minor units.') amount: number;
  @CurrencyField() currency: string;
}

class DifferenceEntry extends DifferenceSum {
  @TextField('What the other side calls the line.') entry_id: string;
  @TextField('What the other side was told to call the payment.') reference: string;
}

export class DifferenceResponse {
  @IdField('ID of the difference.') difference_id: string;
  @IdField('The customer app.') customer_app_id: string;
  @TextField('The gateway or bank.') integration_id: string;
  @EnumField('What differs.', BOOK_DIFFERENCE_KINDS) kind: BookDifferenceKind;
  @TextField('CHARGE, TRANSFER; or REFUND, RETURN, PAYOUT for money that went out.') side: string;
  @TextField('The payment; or the reference, where the list names none.') payment_id: string;
  @ObjectListField('What we held when it was found.', () => DifferenceSum) ours: DifferenceSum[];
  @ObjectListField('What was settled when it was found.', () => DifferenceEntry)
  theirs: DifferenceEntry[];
  @DateTimeField("When it was found, by the app's clock.") found_at: string;
}

export class ListDifferencesResponse {
  @ObjectListField('Oldest first.', () => DifferenceResponse) differences: DifferenceResponse[];
}

export class RunReconciliationsRequest {
  @IdField('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
}

export class RunReconciliationsResponse {
  @IntegerField('How many lists of gateways and banks were compared.', { min: 0 })
  reconciled: number;
}

export class AskOpenQuestionsRequest {
  @IdField('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
  @BooleanField('Whether to make all of them due; else they are only counted.') ask: boolean;
}

export class OpenQuestionsResponse {
  @IntegerField('Questions that are due and were not asked yet.', { min: 0 }) waiting: number;
}

export class CompareGapRequest {
  @IdField('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
  @DateTimeField('The instant that the databases were restored to.') since: string;
  @BooleanField('Whether unknown charges go back, and unknown payouts are booked.')
  give_back: boolean;
}

class SilentPlace {
  @IdField('The customer app.') customer_app_id: string;
  @TextField('The gateway or bank that did not list what it settled.') integration_id: string;
}

class UnknownChargeResponse extends DifferenceEntry {
  @IdField('The customer app.') customer_app_id: string;
  @TextField('The gateway or bank.') integration_id: string;
  @DateTimeField('When it was settled.') settled_at: string;
  @EnumField(
    'What became of it; null when it was not to go back, or cannot from here.',
    GIVEN_BACK,
    { nullable: true },
  )
  given_back: GivenBack | null;
}

class UnheardPaymentResponse {
  @IdField('The customer app.') customer_app_id: string;
  @TextField('The gateway or bank.') integration_id: string;
  @TextField('The payment; or the reference, where the list names none.') payment_id: string;
  @TextField('What the other side was told to call the payment.') reference: string;
}

export class CompareGapResponse {
  @ObjectListField('Ask again: these could not be read.', () => SilentPlace) silent: SilentPlace[];
  @ObjectListField('Money that our books do not know.', () => UnknownChargeResponse)
  unknown: UnknownChargeResponse[];
  @ObjectListField(
    'Payments of our books whose money was just asked about: compare again.',
    () => UnheardPaymentResponse,
  )
  unheard: UnheardPaymentResponse[];
}

import { field, mix, pick } from '@towpath/contracts';
import { BOOK_DIFFERENCE_KINDS, type BookDifferenceKind } from './books/index.js';
import { GIVEN_BACK, type GivenBack } from './ports.js';

export class ListDifferencesQuery {
  @field.id('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
  @field.id('The last difference of the page before.', { optional: true }) after?: string;
  @field.integerQuery('Most per page; 100.', { optional: true, min: 1, max: 1_000 }) limit?: number;
}

class DifferenceSum {
  @field.amount('Minor units.') amount: number;
  @field.currency() currency: string;
}

class DifferenceEntry extends DifferenceSum {
  @field.text('What the other side calls the line.') entry_id: string;
  @field.text('What the other side was told to call the payment.') reference: string;
  @field.text('Its own ID of the payment, if it does not go by ours.', { optional: true })
  gateway_reference?: string;
}

export class DifferenceResponse {
  @field.id('ID of the difference.') difference_id: string;
  @field.id('The customer app.') customer_app_id: string;
  @field.text('The gateway or bank.') integration_id: string;
  @field.enum('What differs.', BOOK_DIFFERENCE_KINDS) kind: BookDifferenceKind;
  @field.text(
    'CHARGE, TRANSFER; REFUND, RETURN, DISPUTE, PAYOUT for money that went out; with _REVERSED: ' +
      'came back; PROCESSOR_PAYOUT, OTHER_CREDIT, OTHER_DEBIT of a card processor.',
  )
  side: string;
  @field.text('The payment; or the reference, where the list names none.') payment_id: string;
  @field.objectList('What we held when it was found.', () => DifferenceSum) ours: DifferenceSum[];
  @field.objectList('What was settled when it was found.', () => DifferenceEntry)
  theirs: DifferenceEntry[];
  @field.dateTime("When it was found, by the app's clock.") found_at: string;
}

export class ListDifferencesResponse {
  @field.objectList('Oldest first.', () => DifferenceResponse) differences: DifferenceResponse[];
}

export class RunReconciliationsRequest extends pick(ListDifferencesQuery, ['customer_app_id']) {}

export class RunReconciliationsResponse {
  @field.integer('How many lists of gateways and banks were compared.', { min: 0 })
  reconciled: number;
}

export class OpenQuestionsRequest {
  @field.id('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
}

export class OpenQuestionsResponse {
  @field.integer('Questions that are due and were not asked yet.', { min: 0 }) waiting: number;
}

export class CompareGapRequest {
  @field.id('One customer app; all when absent.', { optional: true }) customer_app_id?: string;
  @field.dateTime('The instant that the databases were restored to.') since: string;
  @field.boolean('Whether unknown charges go back, and unknown payouts are booked.')
  give_back: boolean;
}

class SilentPlace {
  @field.id('The customer app.') customer_app_id: string;
  @field.text('The gateway or bank that did not list what it settled.') integration_id: string;
}

class UnknownChargeResponse extends DifferenceEntry {
  @field.id('The customer app.') customer_app_id: string;
  @field.text('The gateway or bank.') integration_id: string;
  @field.dateTime('When it was settled.') settled_at: string;
  @field.enum(
    'What became of it; null when it was not to go back, or cannot from here.',
    GIVEN_BACK,
    { nullable: true },
  )
  given_back: GivenBack | null;
}

class UnheardPaymentResponse extends mix(
  pick(DifferenceResponse, ['customer_app_id', 'integration_id', 'payment_id']),
  pick(DifferenceEntry, ['reference']),
) {}

export class CompareGapResponse {
  @field.objectList('Ask again: these could not be read.', () => SilentPlace) silent: SilentPlace[];
  @field.objectList('Money that our books do not know.', () => UnknownChargeResponse)
  unknown: UnknownChargeResponse[];
  @field.objectList(
    'Payments of our books whose money was just asked about: compare again.',
    () => UnheardPaymentResponse,
  )
  unheard: UnheardPaymentResponse[];
}

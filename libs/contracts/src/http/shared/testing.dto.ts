import { field, type Condition } from '../../fields/index.js';
import { TRANSFER_OUTCOMES, type TransferOutcome } from '../../states/index.js';

const MAX_ADVANCE_SECONDS = 63_072_000;

const withoutFrozen: Condition = {
  text: 'when frozen is absent',
  test: (clock) => clock['frozen'] === undefined,
};

/** Moves the clock of a test app; at least one member. */
export class UpdateTestClockRequest {
  @field.integer('Number of seconds by which to advance the clock.', {
    min: 1,
    max: MAX_ADVANCE_SECONDS,
    requiredWhen: withoutFrozen,
    example: 86400,
  })
  advance_seconds?: number;
  @field.boolean('True stops the clock; false lets it run.', { optional: true }) frozen?: boolean;
}

export class TestClockResponse {
  @field.instant("Current time of the app's clock.") now: string;
  @field.boolean('Whether the clock is stopped, or will be after the advance.') frozen: boolean;
  @field.instant('Target of an advance that still runs. Until it is reached, writes return 409.', {
    optional: true,
  })
  advancing_to?: string;
}

/** The books of the test gateways about one payment. Amounts: minor units. */
export class ProcessorLedgerPayment {
  @field.text('ID of the payment. If it is unknown to us: our reference at the gateway.')
  payment_id: string;
  @field.text('ID of the gateway or bank.', { example: 'GW1' }) gateway: string;
  @field.currency() currency: string;
  @field.textList('References under which the gateway received requests for the payment.', {
    example: [],
  })
  references: string[];
  @field.amount('Amount taken from the payer, in minor units.', { example: 12500 }) charged: number;
  @field.amount('Amount returned to the payer, in minor units.', { example: 0 }) refunded: number;
  @field.integer('Number of times that money was taken.', { min: 0, example: 1 }) captures: number;
}

export class ProcessorLedgerResponse {
  @field.objectList(
    'All payments of the app at the test gateways and banks.',
    () => ProcessorLedgerPayment,
  )
  payments: ProcessorLedgerPayment[];
}

/** Deprecated: let a transfer arrive instead. */
export class UpdateTestPaymentStatusRequest {
  @field.enum(
    "New status: as if the payer's transfer of exactly the amount had arrived.",
    ['EXECUTED'],
    { example: 'EXECUTED' },
  )
  status: 'EXECUTED';
}

/** A payer's transfer to the bank of the settlement account. */
export class CreateTestIncomingTransferRequest {
  @field.text('Text that the payer wrote, if any. It pays the link whose reference it contains.', {
    optional: true,
    max: 140,
    example: '9X4KQ2V7M3TB',
  })
  reference?: string;
  @field.amount('Amount of the transfer, in minor units.', { min: 1, example: 12500 })
  amount: number;
  @field.currency(
    'Currency of the transfer. A settlement account must accept manual payments in it.',
  )
  currency: string;
}

/** Amounts: minor units. */
export class IncomingTransferResponse {
  @field.id('ID of the transfer.') incoming_transfer_id: string;
  @field.text('Reference of the transfer, as it arrived.', { optional: true }) reference?: string;
  @field.amount('Amount of the transfer, in minor units.', { example: 12500 }) amount: number;
  @field.currency() currency: string;
  @field.enum(
    'PAID and OVERPAID paid the link. RETURNED went back; UNMATCHED waits for an operator.',
    TRANSFER_OUTCOMES,
  )
  outcome: TransferOutcome;
  @field.id('ID of the manual payment that the reference belongs to.', { optional: true })
  payment_id?: string;
  @field.id('ID of the refund that returns money of the transfer.', { optional: true })
  refund_id?: string;
  @field.instant('When the transfer arrived.') received_at: string;
}

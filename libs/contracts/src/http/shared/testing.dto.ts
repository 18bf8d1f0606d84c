import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectListField,
  TextField,
  TextListField,
  type Condition,
} from '../../fields/index.js';
import { TRANSFER_OUTCOMES, type TransferOutcome } from '../../states/index.js';

const MAX_ADVANCE_SECONDS = 63_072_000;

const withoutFrozen: Condition = {
  text: 'when frozen is absent',
  test: (clock) => clock['frozen'] === undefined,
};

/** Moves the clock of a test app; at least one member. */
export class UpdateTestClockRequest {
  @IntegerField('Number of seconds by which to advance the clock.', {
    min: 1,
    max: MAX_ADVANCE_SECONDS,
    requiredWhen: withoutFrozen,
    example: 86400,
  })
  advance_seconds?: number;
  @BooleanField('True stops the clock; false lets it run.', { optional: true }) frozen?: boolean;
}

export class TestClockResponse {
  @InstantField("Current time of the app's clock.") now: string;
  @BooleanField('Whether the clock is stopped, or will be after the advance.') frozen: boolean;
  @InstantField('Target of an advance that still runs. Until it is reached, writes return 409.', {
    optional: true,
  })
  advancing_to?: string;
}

/** The books of the test gateways about one payment. Amounts: minor units. */
export class ProcessorLedgerPayment {
  @TextField('ID of the payment. If it is unknown to us: our reference at the gateway.')
  payment_id: string;
  @TextField('ID of the gateway or bank.', { example: 'GW1' }) gateway: string;
  @CurrencyField() currency: string;
  @TextListField('References under which the gateway received requests for the payment.', {
    example: [],
  })
  references: string[];
  @AmountField('Amount taken from the payer, in minor units.', { example: 12500 }) charged: number;
  @AmountField('Amount returned to the payer, in minor units.', { example: 0 }) refunded: number;
  @IntegerField('Number of times that money was taken.', { min: 0, example: 1 }) captures: number;
}

export class ProcessorLedgerResponse {
  @ObjectListField(
    'All payments of the app at the test gateways and banks.',
    () => ProcessorLedgerPayment,
  )
  payments: ProcessorLedgerPayment[];
}

/** Deprecated: let a transfer arrive instead. */
export class UpdateTestPaymentStatusRequest {
  @EnumField(
    "New status: as if the payer's transfer of exactly the amount had arrived.",
    ['EXECUTED'],
    { example: 'EXECUTED' },
  )
  status: 'EXECUTED';
}

/** A payer's transfer to the bank of the settlement account. */
export class CreateTestIncomingTransferRequest {
  @TextField('Text that the payer wrote, if any. It pays the link whose reference it contains.', {
    optional: true,
    max: 140,
    example: '9X4KQ2V7M3TB',
  })
  reference?: string;
  @AmountField('Amount of the transfer, in minor units.', { min: 1, example: 12500 })
  amount: number;
  @CurrencyField(
    'Currency of the transfer. A settlement account must accept manual payments in it.',
  )
  currency: string;
}

/** Amounts: minor units. */
export class IncomingTransferResponse {
  @IdField('ID of the transfer.') incoming_transfer_id: string;
  @TextField('Reference of the transfer, as it arrived.', { optional: true }) reference?: string;
  @AmountField('Amount of the transfer, in minor units.', { example: 12500 }) amount: number;
  @CurrencyField() currency: string;
  @EnumField(
    'PAID and OVERPAID paid the link. RETURNED went back; UNMATCHED waits for an operator.',
    TRANSFER_OUTCOMES,
  )
  outcome: TransferOutcome;
  @IdField('ID of the manual payment that the reference belongs to.', { optional: true })
  payment_id?: string;
  @IdField('ID of the refund that returns money of the transfer.', { optional: true })
  refund_id?: string;
  @InstantField('When the transfer arrived.') received_at: string;
}

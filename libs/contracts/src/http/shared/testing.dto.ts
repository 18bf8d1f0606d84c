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
  @IntegerField({
    min: 1,
    max: MAX_ADVANCE_SECONDS,
    requiredWhen: withoutFrozen,
    description: 'Number of seconds by which to advance the clock.',
    example: 86400,
  })
  advance_seconds?: number;

  @BooleanField({ optional: true, description: 'True stops the clock; false lets it run.' })
  frozen?: boolean;
}

export class TestClockResponse {
  @InstantField({ description: "Current time of the app's clock." })
  now: string;

  @BooleanField({ description: 'Whether the clock is stopped, or will be after the advance.' })
  frozen: boolean;

  @InstantField({
    optional: true,
    description: 'Target of an advance that still runs. Until it is reached, writes return 409.',
  })
  advancing_to?: string;
}

/** The books of the test gateways about one payment. Amounts: minor units. */
export class ProcessorLedgerPayment {
  @TextField({
    description: 'ID of the payment. If it is unknown to us: our reference at the gateway.',
  })
  payment_id: string;

  @TextField({ description: 'ID of the gateway or bank.', example: 'GW1' })
  gateway: string;

  @CurrencyField()
  currency: string;

  @TextListField({
    description: 'References under which the gateway received requests for the payment.',
    example: [],
  })
  references: string[];

  @AmountField({ description: 'Amount taken from the payer, in minor units.', example: 12500 })
  charged: number;

  @AmountField({ description: 'Amount returned to the payer, in minor units.', example: 0 })
  refunded: number;

  @IntegerField({ min: 0, description: 'Number of times that money was taken.', example: 1 })
  captures: number;
}

export class ProcessorLedgerResponse {
  @ObjectListField(() => ProcessorLedgerPayment, {
    description: 'All payments of the app at the test gateways and banks.',
  })
  payments: ProcessorLedgerPayment[];
}

/** Deprecated: let a transfer arrive instead. */
export class UpdateTestPaymentStatusRequest {
  @EnumField(['EXECUTED'], {
    description: "New status: as if the payer's transfer of exactly the amount had arrived.",
    example: 'EXECUTED',
  })
  status: 'EXECUTED';
}

/** A payer's transfer to the bank of the settlement account. */
export class CreateTestIncomingTransferRequest {
  @TextField({
    optional: true,
    max: 140,
    description: 'Text that the payer wrote, if any. It pays the link whose reference it contains.',
    example: '9X4KQ2V7M3TB',
  })
  reference?: string;

  @AmountField({ min: 1, description: 'Amount of the transfer, in minor units.', example: 12500 })
  amount: number;

  @CurrencyField({
    description:
      'Currency of the transfer. A settlement account must accept manual payments in it.',
  })
  currency: string;
}

/** Amounts: minor units. */
export class IncomingTransferResponse {
  @IdField({ description: 'ID of the transfer.' })
  incoming_transfer_id: string;

  @TextField({ optional: true, description: 'Reference of the transfer, as it arrived.' })
  reference?: string;

  @AmountField({ description: 'Amount of the transfer, in minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(TRANSFER_OUTCOMES, {
    description:
      'PAID and OVERPAID paid the link. RETURNED went back; UNMATCHED waits for an operator.',
  })
  outcome: TransferOutcome;

  @IdField({
    optional: true,
    description: 'ID of the manual payment that the reference belongs to.',
  })
  payment_id?: string;

  @IdField({ optional: true, description: 'ID of the refund that returns money of the transfer.' })
  refund_id?: string;

  @InstantField({ description: 'When the transfer arrived.' })
  received_at: string;
}

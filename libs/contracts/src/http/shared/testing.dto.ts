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
    description: 'How far to advance.',
    example: 86400,
  })
  advance_seconds?: number;

  @BooleanField({ optional: true, description: 'Stop the clock, or let it run.' })
  frozen?: boolean;
}

export class TestClockResponse {
  @InstantField({ description: "The app's time." })
  now: string;

  @BooleanField({ description: 'Whether it stands still.' })
  frozen: boolean;
}

/** The books of the test gateways about one payment. Amounts: minor units. */
export class ProcessorLedgerPayment {
  @TextField({ description: 'The payment; or our reference, if it was never a payment of ours.' })
  payment_id: string;

  @TextField({ description: 'The gateway.', example: 'GW1' })
  gateway: string;

  @CurrencyField()
  currency: string;

  @TextListField({ description: 'References under which it was asked for.', example: [] })
  references: string[];

  @AmountField({ description: 'Taken from the payer.', example: 12500 })
  charged: number;

  @AmountField({ description: 'Given back to the payer.', example: 0 })
  refunded: number;

  @IntegerField({ min: 0, description: 'How often money was taken.', example: 1 })
  captures: number;
}

export class ProcessorLedgerResponse {
  @ObjectListField(() => ProcessorLedgerPayment, { description: 'All payments of the app.' })
  payments: ProcessorLedgerPayment[];
}

/** Deprecated: let a transfer arrive instead. */
export class UpdateTestPaymentStatusRequest {
  @EnumField(['EXECUTED'], {
    description: 'As if the transfer of the manual payment had arrived.',
    example: 'EXECUTED',
  })
  status: 'EXECUTED';
}

/** A payer's transfer to the bank of the settlement account. */
export class CreateTestIncomingTransferRequest {
  @TextField({
    optional: true,
    max: 140,
    description:
      'As the payer wrote it; spaces, hyphens and case do not count. Absent: the payer wrote none.',
    example: '9X4KQ2V7M3TB',
  })
  reference?: string;

  @AmountField({ min: 1, description: 'What arrives, in minor units.', example: 12500 })
  amount: number;

  @CurrencyField({ description: 'One that a settlement account takes manual payments in.' })
  currency: string;
}

/** Amounts: minor units. */
export class IncomingTransferResponse {
  @IdField({ description: 'The transfer.' })
  incoming_transfer_id: string;

  @TextField({ optional: true, description: 'As it arrived.' })
  reference?: string;

  @AmountField({ description: 'What arrived.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(TRANSFER_OUTCOMES, {
    description:
      'PAID: it paid the link. OVERPAID: it did, and the rest went back. RETURNED: all of it went back. UNMATCHED: nothing names a link, an operator looks at it.',
  })
  outcome: TransferOutcome;

  @IdField({ optional: true, description: 'The manual payment that the reference belongs to.' })
  payment_id?: string;

  @IdField({ optional: true, description: 'The refund of what went back.' })
  refund_id?: string;

  @InstantField({ description: 'When it arrived.' })
  received_at: string;
}

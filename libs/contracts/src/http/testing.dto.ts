import {
  AmountField,
  BooleanField,
  CurrencyField,
  InstantField,
  IntegerField,
  ObjectListField,
  TextField,
  TextListField,
  type Condition,
} from '../fields/index.js';

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

/** What the test gateways believe about one payment. Amounts: minor units. */
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

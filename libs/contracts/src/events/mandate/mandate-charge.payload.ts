import { CHARGE_BANK_STATUSES, type ChargeBankStatus } from '@towpath/kernel';
import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { MandateChargeProcessorDetails } from '../../http/internal/mandate-charge.dto.js';
import { EventPayload } from '../payload.js';

export class MandateChargeEventPayload extends EventPayload {
  @IdField('The mandate that was charged.') mandate_id: string;
  @IdField('The payment that collects.') payment_id: string;
  @EnumField('Status of the charge at the bank.', CHARGE_BANK_STATUSES)
  bank_status: ChargeBankStatus;
  @AmountField('Minor units.') amount: number;
  @CurrencyField() currency: string;
  @TextField("The bank's reference of the movement.", { optional: true })
  bank_transaction_reference?: string;
  @ObjectField("The bank's words.", () => MandateChargeProcessorDetails, { optional: true })
  processor_details?: MandateChargeProcessorDetails;
  @ObjectField('Once it failed, was revoked or was returned.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

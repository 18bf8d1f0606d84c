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
  @IdField({ description: 'The mandate that was charged.' })
  mandate_id: string;

  @IdField({ description: 'The payment that collects.' })
  payment_id: string;

  @EnumField(CHARGE_BANK_STATUSES, { description: 'Status of the charge at the bank.' })
  bank_status: ChargeBankStatus;

  @AmountField({ description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: "The bank's reference of the movement." })
  bank_transaction_reference?: string;

  @ObjectField(() => MandateChargeProcessorDetails, {
    optional: true,
    description: "The bank's words.",
  })
  processor_details?: MandateChargeProcessorDetails;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Once it failed, was revoked or was returned.',
  })
  error?: EmbeddedError;
}

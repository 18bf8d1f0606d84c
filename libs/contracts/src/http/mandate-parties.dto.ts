import {
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../fields/index.js';
import { USER_TYPES, type UserType } from '../states/index.js';
import { Recipient, RecipientAccount, SenderDetail, SenderSummary } from './parties.dto.js';

/** Between services: the mandate service asks who pays and who receives. */
export class EnsureMandatePartiesRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @TextField({ min: 1, max: 100, description: 'The settlement account.' })
  recipient_account_id: string;

  @CurrencyField()
  currency: string;

  @IdField({ description: 'ID of the payment user if none is known yet.' })
  new_user_id: string;

  @TextField({ min: 1, max: 100, description: "The customer app's ID of the sender." })
  external_user_id: string;

  @TextField({ min: 1, max: 256, description: 'E-mail address.' })
  email: string;

  @TextField({ optional: true, min: 1, max: 100, description: 'Name.' })
  name?: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  user_type?: UserType;

  @ObjectListField(() => SenderDetail, { optional: true, description: 'For fraud checks.' })
  user_details?: SenderDetail[];
}

/** Names one payer and one receiver. */
export class MandatePartiesKey {
  @TextField({ min: 1, max: 100, description: 'Payment user of the sender.' })
  user_id: string;

  @TextField({ min: 1, max: 100, description: 'The settlement account.' })
  account_id: string;
}

export class ReadMandatePartiesRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @ObjectListField(() => MandatePartiesKey, { maxItems: 1000, description: 'Whom to read.' })
  parties: MandatePartiesKey[];
}

export class MandateParties extends MandatePartiesKey {
  @ObjectField(() => SenderSummary, { description: 'Who pays.' })
  sender: SenderSummary;

  @TextField({ optional: true, description: 'E-mail address of the sender.' })
  email?: string;

  @ObjectField(() => Recipient, { description: 'Who receives.' })
  recipient: Recipient;

  @ObjectField(() => RecipientAccount, { description: 'Where it is received.' })
  recipient_account: RecipientAccount;

  @TextField({ optional: true, description: 'Legal entity that collects.' })
  collection_entity_name?: string;

  @BooleanField({ description: 'Whether the account moves real money.' })
  live: boolean;
}

export class ReadMandatePartiesResponse {
  @ObjectListField(() => MandateParties, { description: 'Those that exist.' })
  parties: MandateParties[];
}

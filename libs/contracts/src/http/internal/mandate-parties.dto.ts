import {
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import {
  ACCOUNT_NUMBER_TYPES,
  USER_TYPES,
  type AccountNumberType,
  type UserType,
} from '../../states/index.js';
import {
  Recipient,
  RecipientAccount,
  SenderAccount,
  SenderDetail,
  SenderSummary,
} from '../payment-link/parties.dto.js';

/** Between services: the mandate service asks who pays and who receives. */
export class EnsureMandatePartiesRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @TextField({ min: 1, max: 100, description: 'ID of the settlement account.' })
  recipient_account_id: string;

  @CurrencyField()
  currency: string;

  @IdField({ description: 'ID for a new payment user.' })
  new_user_id: string;

  @TextField({ min: 1, max: 100, description: "The customer app's ID of the sender." })
  external_user_id: string;

  @TextField({ min: 1, max: 256, description: 'E-mail address of the sender.' })
  email: string;

  @TextField({ optional: true, min: 1, max: 100, description: 'Name of the sender.' })
  name?: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  user_type?: UserType;

  @ObjectListField(() => SenderDetail, { optional: true, description: 'For fraud checks.' })
  user_details?: SenderDetail[];
}

/** Between services: who pays and who receives when the payer's account is known already. */
export class MandatePartiesOfAccountRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @TextField({ min: 1, max: 100, description: 'ID of the settlement account.' })
  recipient_account_id: string;

  @TextField({ min: 1, max: 100, description: 'ID of the account that pays.' })
  sender_account_id: string;

  @CurrencyField()
  currency: string;
}

/** Between services: a payer identified the account that pays. A repeat keeps it once. */
export class KeepSenderAccountRequest {
  @IdField({ description: 'The customer app of the payer.' })
  customer_app_id: string;

  @IdField({ description: 'ID for the new account.' })
  account_id: string;

  @IdField({ description: 'ID of the payment user who holds it.' })
  user_id: string;

  @TextField({ min: 1, max: 100, description: 'Institution of the account.' })
  institution_id: string;

  @TextField({ min: 1, max: 200, description: 'Name of the holder, in plain text.' })
  accountholder_name: string;

  @EnumField(ACCOUNT_NUMBER_TYPES, { description: 'Format of the number.' })
  account_number_type: AccountNumberType;

  @TextField({ min: 1, max: 100, description: 'Account number in plain text.' })
  account_number: string;
}

/** Names one payer and one receiver. */
export class MandatePartiesKey {
  @TextField({ min: 1, max: 100, description: 'Payment user ID of the sender.' })
  user_id: string;

  @TextField({ min: 1, max: 100, description: 'ID of the settlement account.' })
  account_id: string;

  @TextField({ optional: true, min: 1, max: 100, description: 'ID of the account that pays.' })
  sender_account_id?: string;
}

export class ReadMandatePartiesRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @ObjectListField(() => MandatePartiesKey, {
    maxItems: 1000,
    description: 'Payers and receivers to read.',
  })
  parties: MandatePartiesKey[];

  @BooleanField({
    optional: true,
    description: 'Whether to show holders and numbers of sender accounts in plain text.',
  })
  plaintext?: boolean;
}

export class MandateParties extends MandatePartiesKey {
  @ObjectField(() => SenderSummary, { description: 'The payer.' })
  sender: SenderSummary;

  @TextField({ optional: true, description: 'E-mail address of the sender.' })
  email?: string;

  @ObjectField(() => Recipient, { description: 'The merchant.' })
  recipient: Recipient;

  @ObjectField(() => RecipientAccount, { description: 'The settlement account.' })
  recipient_account: RecipientAccount;

  @ObjectField(() => SenderAccount, { optional: true, description: 'Account of the payer.' })
  sender_account?: SenderAccount;

  @TextField({ optional: true, description: 'The direct debit bank behind the recipient account.' })
  integration_id?: string;

  @TextField({ optional: true, description: 'Legal entity that collects.' })
  collection_entity_name?: string;

  @BooleanField({ description: 'Whether the account moves real money.' })
  live: boolean;
}

export class ReadMandatePartiesResponse {
  @ObjectListField(() => MandateParties, { description: 'Payers and receivers that exist.' })
  parties: MandateParties[];
}

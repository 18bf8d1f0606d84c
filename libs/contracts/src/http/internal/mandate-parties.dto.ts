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
  @IdField('The customer app that receives.') customer_app_id: string;
  @TextField('ID of the settlement account.', { min: 1, max: 100 }) recipient_account_id: string;
  @CurrencyField() currency: string;
  @IdField('ID for a new payment user.') new_user_id: string;
  @TextField("The customer app's ID of the sender.", { min: 1, max: 100 }) external_user_id: string;
  @TextField('E-mail address of the sender.', { min: 1, max: 256 }) email: string;
  @TextField('Name of the sender.', { optional: true, min: 1, max: 100 }) name?: string;
  @EnumField('Person or company.', USER_TYPES, { optional: true }) user_type?: UserType;
  @ObjectListField('For fraud checks.', () => SenderDetail, { optional: true })
  user_details?: SenderDetail[];
}

/** Between services: who pays and who receives when the payer's account is known already. */
export class MandatePartiesOfAccountRequest {
  @IdField('The customer app that receives.') customer_app_id: string;
  @TextField('ID of the settlement account.', { min: 1, max: 100 }) recipient_account_id: string;
  @TextField('ID of the account that pays.', { min: 1, max: 100 }) sender_account_id: string;
  @CurrencyField() currency: string;
}

/** Between services: a payer identified the account that pays. A repeat keeps it once. */
export class KeepSenderAccountRequest {
  @IdField('The customer app of the payer.') customer_app_id: string;
  @IdField('ID for the new account.') account_id: string;
  @IdField('ID of the payment user who holds it.') user_id: string;
  @TextField('Institution of the account.', { min: 1, max: 100 }) institution_id: string;
  @TextField('Name of the holder, in plain text.', { min: 1, max: 200 }) accountholder_name: string;
  @EnumField('Format of the number.', ACCOUNT_NUMBER_TYPES) account_number_type: AccountNumberType;
  @TextField('Account number in plain text.', { min: 1, max: 100 }) account_number: string;
}

/** Names one payer and one receiver. */
export class MandatePartiesKey {
  @TextField('Payment user ID of the sender.', { min: 1, max: 100 }) user_id: string;
  @TextField('ID of the settlement account.', { min: 1, max: 100 }) account_id: string;
  @TextField('ID of the account that pays.', { optional: true, min: 1, max: 100 })
  sender_account_id?: string;
}

export class ReadMandatePartiesRequest {
  @IdField('The customer app that receives.') customer_app_id: string;
  @ObjectListField('Payers and receivers to read.', () => MandatePartiesKey, { maxItems: 1000 })
  parties: MandatePartiesKey[];
  @BooleanField('Whether to show holders and numbers of sender accounts in plain text.', {
    optional: true,
  })
  plaintext?: boolean;
}

export class MandateParties extends MandatePartiesKey {
  @ObjectField('The payer.', () => SenderSummary) sender: SenderSummary;
  @TextField('E-mail address of the sender.', { optional: true }) email?: string;
  @ObjectField('The merchant.', () => Recipient) recipient: Recipient;
  @ObjectField('The settlement account.', () => RecipientAccount)
  recipient_account: RecipientAccount;
  @ObjectField('Account of the payer.', () => SenderAccount, { optional: true })
  sender_account?: SenderAccount;
  @TextField('The direct debit bank behind the recipient account.', { optional: true })
  integration_id?: string;
  @TextField('Legal entity that collects.', { optional: true }) collection_entity_name?: string;
  @BooleanField('Whether the account moves real money.') live: boolean;
}

export class ReadMandatePartiesResponse {
  @ObjectListField('Payers and receivers that exist.', () => MandateParties)
  parties: MandateParties[];
}

import { field } from '../../fields/index.js';
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
  @field.id('The customer app that receives.') customer_app_id: string;
  @field.text('ID of the settlement account.', { min: 1, max: 100 }) recipient_account_id: string;
  @field.currency() currency: string;
  @field.id('ID for a new payment user.') new_user_id: string;
  @field.text("The customer app's ID of the sender.", { min: 1, max: 100 })
  external_user_id: string;
  @field.text('E-mail address of the sender.', { min: 1, max: 256 }) email: string;
  @field.text('Name of the sender.', { optional: true, min: 1, max: 100 }) name?: string;
  @field.enum('Person or company.', USER_TYPES, { optional: true }) user_type?: UserType;
  @field.objectList('For fraud checks.', () => SenderDetail, { optional: true })
  user_details?: SenderDetail[];
}

/** Between services: who pays and who receives when the payer's account is known already. */
export class MandatePartiesOfAccountRequest {
  @field.id('The customer app that receives.') customer_app_id: string;
  @field.text('ID of the settlement account.', { min: 1, max: 100 }) recipient_account_id: string;
  @field.text('ID of the account that pays.', { min: 1, max: 100 }) sender_account_id: string;
  @field.currency() currency: string;
}

/** Between services: a payer identified the account that pays. A repeat keeps it once. */
export class KeepSenderAccountRequest {
  @field.id('The customer app of the payer.') customer_app_id: string;
  @field.id('ID for the new account.') account_id: string;
  @field.id('ID of the payment user who holds it.') user_id: string;
  @field.text('Institution of the account.', { min: 1, max: 100 }) institution_id: string;
  @field.text('Name of the holder, in plain text.', { min: 1, max: 200 })
  accountholder_name: string;
  @field.enum('Format of the number.', ACCOUNT_NUMBER_TYPES) account_number_type: AccountNumberType;
  @field.text('Account number in plain text.', { min: 1, max: 100 }) account_number: string;
}

/** Names one payer and one receiver. */
export class MandatePartiesKey {
  @field.text('Payment user ID of the sender.', { min: 1, max: 100 }) user_id: string;
  @field.text('ID of the settlement account.', { min: 1, max: 100 }) account_id: string;
  @field.text('ID of the account that pays.', { optional: true, min: 1, max: 100 })
  sender_account_id?: string;
}

export class ReadMandatePartiesRequest {
  @field.id('The customer app that receives.') customer_app_id: string;
  @field.objectList('Payers and receivers to read.', () => MandatePartiesKey, { maxItems: 1000 })
  parties: MandatePartiesKey[];
  @field.boolean('Whether to show holders and numbers of sender accounts in plain text.', {
    optional: true,
  })
  plaintext?: boolean;
}

export class MandateParties extends MandatePartiesKey {
  @field.object('The payer.', () => SenderSummary) sender: SenderSummary;
  @field.text('E-mail address of the sender.', { optional: true }) email?: string;
  @field.object('The merchant.', () => Recipient) recipient: Recipient;
  @field.object('The settlement account.', () => RecipientAccount)
  recipient_account: RecipientAccount;
  @field.object('Account of the payer.', () => SenderAccount, { optional: true })
  sender_account?: SenderAccount;
  @field.text('The direct debit bank behind the recipient account.', { optional: true })
  integration_id?: string;
  @field.text('What that bank is reached by.', { optional: true }) connector?: string;
  @field.text('Legal entity that collects.', { optional: true }) collection_entity_name?: string;
  @field.boolean('Whether the account moves real money.') live: boolean;
}

/** What one direct debit bank is reached by, for the apps of one type. */
export class DirectDebitConnectorRecord {
  @field.enum('The apps that may use it.', ['TEST', 'LIVE']) app_type: 'TEST' | 'LIVE';
  @field.text('The bank.', { example: 'GW3' }) integration_id: string;
  @field.text('What it is reached by.', { example: 'sandbox' }) connector: string;
}

export class ListDirectDebitConnectorsResponse {
  @field.objectList('All of the service of mandates.', () => DirectDebitConnectorRecord)
  connectors: DirectDebitConnectorRecord[];
}

export class ReadMandatePartiesResponse {
  @field.objectList('Payers and receivers that exist.', () => MandateParties)
  parties: MandateParties[];
}

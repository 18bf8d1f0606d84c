import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import {
  PAGE_LANGUAGES,
  PAYMENT_LINK_MODES,
  PAYMENT_LINK_STATUSES,
  SESSION_STATUSES,
  UI_MODES,
  type PageLanguage,
  type PaymentLinkMode,
  type PaymentLinkStatus,
  type SessionStatus,
  type UiMode,
} from '../../states/index.js';
import { PaymentLinkDetails } from './create-payment-link.dto.js';
import { LinkIntegrationMetadata } from './external-integration.dto.js';
import { PaymentMethodResponse } from './payment-method.dto.js';
import { PaymentSetupOptions } from '../shared/payment-setup-options.dto.js';
import { PaymentResponse } from './payment.dto.js';

export class PaymentLinkSender {
  @IdField({ optional: true, description: 'Payment user ID.' })
  user_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the payer." })
  external_user_id?: string;

  @TextField({ optional: true, description: 'Name of the payer.' })
  name?: string;

  @TextField({ optional: true, description: 'E-mail address.' })
  email?: string;
}

export class LinkCustomizations {
  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'Language of the page.' })
  language?: PageLanguage;

  @EnumField(UI_MODES, { optional: true, description: 'How the page is opened and left.' })
  ui_mode?: UiMode;

  @TextField({ optional: true, description: 'Where the payer is sent back to.' })
  redirect_uri?: string;
}

export class PaymentLinkResponse {
  @IdField({ description: 'Payment link ID.' })
  payment_link_id: string;

  @EnumField(PAYMENT_LINK_MODES, { description: 'Collect now or store a method.' })
  mode: PaymentLinkMode;

  @EnumField(PAYMENT_LINK_STATUSES, { description: 'The success indicator.' })
  status: PaymentLinkStatus;

  @EnumField(SESSION_STATUSES, { description: 'For display while status is CREATED.' })
  session_status: SessionStatus;

  @AmountField({ optional: true, description: 'Minor units; mode PAYMENT only.', example: 12500 })
  amount?: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: "The customer app's reference." })
  unique_reference_id?: string;

  @TextField({ optional: true, description: 'Opens the hosted page.' })
  url?: string;

  @ObjectField(() => LinkCustomizations, { optional: true, description: 'The page.' })
  link_customizations?: LinkCustomizations;

  @ObjectField(() => PaymentLinkDetails, { optional: true, description: 'Mode PAYMENT only.' })
  payment_details?: PaymentLinkDetails;

  @ObjectField(() => PaymentSetupOptions, { optional: true, description: 'As given.' })
  payment_setup_options?: PaymentSetupOptions;

  @ObjectField(() => PaymentLinkSender, { optional: true, description: 'Who pays.' })
  sender?: PaymentLinkSender;

  @ObjectField(() => PaymentResponse, {
    optional: true,
    description: 'Latest payment, if any; mode PAYMENT only.',
  })
  payment?: PaymentResponse;

  @ObjectField(() => PaymentMethodResponse, {
    optional: true,
    description: 'The method that the payer authorized.',
  })
  payment_method?: PaymentMethodResponse;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @MetadataField({ optional: true, description: 'Copied to the payments of the link.' })
  payment_metadata?: Record<string, string>;

  @ObjectField(() => LinkIntegrationMetadata, { optional: true, description: 'As given.' })
  integration_metadata?: LinkIntegrationMetadata;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;
}

import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

import type { CardSnapshot } from '../domain/authorization.js';
import type { Decline } from '../domain/card-outcomes.js';

@Entity('card_tokens')
@Index('card_tokens_expires_at', ['expires_at'])
export class CardTokenEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'card_tokens_pkey' }) token: string;
  @Column('text') gateway: string;
  @Column('text') session: string;
  @Column('jsonb') card: CardSnapshot;
  @Column('text', { nullable: true }) reference: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
}

@Entity('stored_cards')
export class StoredCardEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'stored_cards_pkey' })
  stored_payment_method_id: string;
  @Column('text') gateway: string;
  @Column('text') customer_app_id: string;
  @Column('text') reference: string;
  @Column('jsonb') card: CardSnapshot;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

const AUTHORIZATION_KEY = { primaryKeyConstraintName: 'card_authorizations_pkey' };

@Entity('card_authorizations')
@Unique('card_authorizations_challenge_id_key', ['challenge_id'])
@Index('card_authorizations_payment', ['customer_app_id', 'payment_id'])
export class CardAuthorizationEntity {
  @PrimaryColumn('text', AUTHORIZATION_KEY) gateway: string;
  @PrimaryColumn('text', AUTHORIZATION_KEY) reference: string;
  @Column('text') customer_app_id: string;
  @Column('text', { nullable: true }) payment_id: string | null;
  @Column('text') request_hash: string;
  @Column('text') psp_reference: string;
  @Column('text') merchant_account: string;
  @Column('text', { nullable: true }) merchant_name: string | null;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text') purpose: string;
  @Column('boolean') store: boolean;
  @Column('boolean') off_session: boolean;
  @Column('text', { nullable: true }) return_url: string | null;
  @Column('text') callback_url: string;
  @Column('text', { nullable: true }) language: string | null;
  @Column('jsonb') card: CardSnapshot;
  @Column('text') state: string;
  @Column('text') answered_state: string;
  @Column('jsonb', { nullable: true }) decline: Decline | null;
  @Column('text', { nullable: true }) auth_code: string | null;
  @Column('text', { nullable: true }) network_transaction_reference: string | null;
  @Column('text', { nullable: true }) stored_payment_method_id: string | null;
  @Column('text', { nullable: true }) challenge_id: string | null;
  @Column('timestamptz', { nullable: true }) settles_at: Date | null;
  @Column('bigint', { default: 0 }) refunded_amount: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) authorized_at: Date | null;
  @Column('timestamptz', { nullable: true }) captured_at: Date | null;
  @Column('timestamptz') updated_at: Date;
}

const REFUND_KEY = { primaryKeyConstraintName: 'card_refunds_pkey' };

@Entity('card_refunds')
export class CardRefundEntity {
  @PrimaryColumn('text', REFUND_KEY) gateway: string;
  @PrimaryColumn('text', REFUND_KEY) reference: string;
  @PrimaryColumn('text', REFUND_KEY) refund_reference: string;
  @Column('text') psp_reference: string;
  @Column('bigint') amount: number;
  @Column('timestamptz') refunded_at: Date;
}

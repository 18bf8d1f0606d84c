import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { PaymentSetupOptions } from '../domain/payment-link-terms.js';
import type { PaymentLinkState } from '../domain/payment-link.transitions.js';

const LINK_KEY = { primaryKeyConstraintName: 'payment_links_pkey' };

@Entity('payment_links')
@Index('payment_links_created_at', ['created_at'], { type: 'brin' })
@Unique('payment_links_unique_reference_id_key', ['customer_app_id', 'unique_reference_id'])
export class PaymentLinkEntity {
  @PrimaryColumn('text', LINK_KEY) customer_app_id: string;
  @PrimaryColumn('text', LINK_KEY) payment_link_id: string;
  @Column('text') unique_reference_id: string;
  /** Keyed hash of the whole request: decides whether a repeat is the same. */
  @Column('text') content_hash: string;
  @Column('text') mode: 'PAYMENT' | 'SETUP';
  @Column('text') status: PaymentLinkState;
  @Column('boolean') live: boolean;
  @Column('text') currency: string;
  @Column('bigint', { nullable: true }) amount: number | null;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  /** Name and e-mail as this link gave them, under the payment user's key. */
  @Column('bytea') sender_sealed: Buffer;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { nullable: true }) external_transaction_reference: string | null;
  @Column('text') language: 'en' | 'vi' | 'zh' | 'ko';
  @Column('text') ui_mode: 'iframe' | 'redirect' | 'auto_redirect' | 'standalone';
  @Column('text', { nullable: true }) redirect_uri: string | null;
  @Column('jsonb', { nullable: true }) setup_options: PaymentSetupOptions | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) payment_metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) integration_metadata: object | null;
  @Column('text', { nullable: true }) open_attempt_id: string | null;
  @Column('boolean') attempt_in_flight: boolean;
  /** All attempts, those without a card included. */
  @Column('integer') attempts: number;
  @Column('integer') card_attempts: number;
  @Column('integer', { default: 0 }) debit_attempts: number;
  @Column('boolean', { default: false }) autopay_answered: boolean;
  @Column('timestamptz') expires_at: Date;
  @Column('bigint') sequence: number;
  /** Counts writes to the link and to its attempts. */
  @Column('integer') version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payment_link_state_changes_pkey' });

@Entity('payment_link_state_changes')
@ForeignKey(
  () => PaymentLinkEntity,
  ['customer_app_id', 'payment_link_id'],
  ['customer_app_id', 'payment_link_id'],
  { name: 'payment_link_state_changes_link_fkey' },
)
export class PaymentLinkStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) payment_link_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}

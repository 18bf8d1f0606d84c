import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

const USER_KEY = { primaryKeyConstraintName: 'payment_users_pkey' };

@Entity('payment_users')
@Unique('payment_users_external_user_id_key', ['customer_app_id', 'external_user_id'])
export class PaymentUserEntity {
  @PrimaryColumn('text', USER_KEY) customer_app_id: string;
  @PrimaryColumn('text', USER_KEY) user_id: string;
  @Column('text') external_user_id: string;
  @Column('text', { nullable: true }) user_type: 'INDIVIDUAL' | 'BUSINESS' | null;
  @Column('boolean') autopay_consent: boolean;
  /** Name, e-mail and details, under a key of this user that can be destroyed. */
  @Column('bytea') personal_sealed: Buffer;
  /** Keyed hash of the content at the creation: decides whether a repeat is the same. */
  @Column('text') content_hash: string;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) integration_metadata: object | null;
  @Column('timestamptz', { nullable: true }) next_bill_update: Date | null;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  @Column('timestamptz', { nullable: true }) erased_at: Date | null;
}

const changeKey = () => ({ primaryKeyConstraintName: 'autopay_consent_changes_pkey' });

@Entity('autopay_consent_changes')
@Index('autopay_consent_changes_occurred_at', ['occurred_at'], { type: 'brin' })
@ForeignKey(
  () => PaymentUserEntity,
  ['customer_app_id', 'user_id'],
  ['customer_app_id', 'user_id'],
  { name: 'autopay_consent_changes_user_fkey' },
)
export class AutopayConsentChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) user_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
  @Column('boolean') autopay_consent: boolean;
  @Column('text') source: string;
  @Column('timestamptz') occurred_at: Date;
}

const ERASURE_KEY = { primaryKeyConstraintName: 'payment_user_erasures_pkey' };

/** Record of an erased user: when, by whom and why. */
@Entity('payment_user_erasures')
@ForeignKey(
  () => PaymentUserEntity,
  ['customer_app_id', 'user_id'],
  ['customer_app_id', 'user_id'],
  { name: 'payment_user_erasures_user_fkey' },
)
export class PaymentUserErasureEntity {
  @PrimaryColumn('text', ERASURE_KEY) customer_app_id: string;
  @PrimaryColumn('text', ERASURE_KEY) user_id: string;
  @Column('text') actor: string;
  @Column('text') reason: string;
  @Column('timestamptz') erased_at: Date;
}

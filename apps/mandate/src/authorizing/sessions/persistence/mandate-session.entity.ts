import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Customizations } from '../ports.js';

const key = () => ({ primaryKeyConstraintName: 'mandate_sessions_pkey' });

/** A session in which a mandate is authorized; its tokens contain only the ID. Real time. */
@Entity('mandate_sessions')
@ForeignKey('mandates', ['customer_app_id', 'mandate_id'], ['customer_app_id', 'mandate_id'], {
  name: 'mandate_sessions_mandate_fkey',
  onDelete: 'CASCADE',
})
@Index('mandate_sessions_created_at', ['created_at'])
@Index('mandate_sessions_mandate', ['customer_app_id', 'mandate_id'])
export class MandateSessionEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) session_id: string;
  @Column('text') mandate_id: string;
  @Column('text') used_by: 'CUSTOMER_APP' | 'SERVICE_LINK';
  @Column('jsonb') customizations: Customizations;
  /** Until when the link of a hosted page opens the session; null if there is no link. */
  @Column('timestamptz', { nullable: true }) opens_until: Date | null;
  @Column('timestamptz', { nullable: true }) opened_at: Date | null;
  @Column('timestamptz') created_at: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('callbacks')
export class CallbackEntity {
  @PrimaryColumn('bigint', {
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'callbacks_pkey',
  })
  position: number;
  @Column('text') gateway: string;
  @Column('text') reference: string;
  @Column('text') customer_app_id: string;
  @Column('text') event_id: string;
  @Column('text') event: string;
  @Column('text') url: string;
  @Column('text') body: string;
  @Column('timestamptz') due_at: Date;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { default: () => 'now()' }) next_attempt_at: Date;
  @Column('timestamptz', { nullable: true }) leased_until: Date | null;
  @Column('integer', { nullable: true }) last_status: number | null;
  @Column('text', { nullable: true }) last_error: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) delivered_at: Date | null;
}

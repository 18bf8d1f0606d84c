import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { LinkJobKind, LoginStep } from './link-job.js';

const key = () => ({ primaryKeyConstraintName: 'link_jobs_pkey' });

/** Something that is owed to a login identity: a login, a product, the end of a consent. */
@Entity('link_jobs')
@ForeignKey(
  'login_identities',
  ['customer_app_id', 'login_identity_id'],
  ['customer_app_id', 'login_identity_id'],
  { name: 'link_jobs_login_identity_fkey' },
)
@Index('link_jobs_due', ['due_at'])
@Index('link_jobs_app_due', ['customer_app_id', 'due_at'])
@Index('link_jobs_login_identity', ['customer_app_id', 'login_identity_id'])
export class LinkJobEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) job_id: string;
  @Column('text') login_identity_id: string;
  @Column('text') session_id: string;
  @Column('text') kind: LinkJobKind;
  /** Product of a retrieval. */
  @Column('text', { nullable: true }) product: string | null;
  /** Step of a login. */
  @Column('jsonb', { nullable: true }) step: LoginStep | null;
  /** When a process must take the job, on the app's clock. */
  @Column('timestamptz') due_at: Date;
  /** In real time: until then no other process takes the job. Null while no process has it. */
  @Column('timestamptz', { nullable: true }) leased_until: Date | null;
  /** When it is given up. */
  @Column('timestamptz') deadline_at: Date;
  /** Incremented at each claim: a worker that finds another number has lost the job. */
  @Column('bigint') claim: number;
  @Column('integer') failures: number;
  /** Resumes a retrieval. */
  @Column('text', { nullable: true }) cursor: string | null;
  /** Secrets of a login. */
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('timestamptz') created_at: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const key = () => ({ primaryKeyConstraintName: 'used_payloads_pkey' });

/** Payloads that had an effect: the same one again is a replay, whichever app sends it. */
@Entity('used_payloads')
@Index('used_payloads_mark', ['mark'], { unique: true })
@Index('used_payloads_used_at', ['used_at'])
export class UsedPayloadEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  /** Keyed with the private key that opens the payload. */
  @PrimaryColumn('bytea', key()) mark: Buffer;
  /** Real time. */
  @Column('timestamptz') used_at: Date;
}

const answerKey = () => ({ primaryKeyConstraintName: 'payload_answers_pkey' });

/** Answers for callers that repeat a request because its answer was lost. */
@Entity('payload_answers')
@Index('payload_answers_expires_at', ['expires_at'])
export class PayloadAnswerEntity {
  @PrimaryColumn('text', answerKey()) customer_app_id: string;
  @PrimaryColumn('bytea', answerKey()) mark: Buffer;
  @Column('text') login_identity_id: string;
  /** The request that it belongs to, and the answer. */
  @Column('bytea') sealed: Buffer;
  /** Real time. */
  @Column('timestamptz') expires_at: Date;
}

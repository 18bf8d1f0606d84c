import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { CardDisputeEvent, CardDisputeState } from '../domain/card-dispute.transitions.js';

const KEY = { primaryKeyConstraintName: 'card_disputes_pkey' };

@Entity('card_disputes')
@Index('card_disputes_payment', ['gateway', 'reference'])
@Index('card_disputes_app', ['customer_app_id', 'dispute_reference'])
export class CardDisputeEntity {
  @PrimaryColumn('text', KEY) gateway: string;
  @PrimaryColumn('text', KEY) dispute_reference: string;
  @Column('text') reference: string;
  @Column('text') customer_app_id: string;
  @Column('text') state: CardDisputeState;
  @Column('bigint') position: number;
  @Column('integer') round: number;
  @Column('text') last_event: CardDisputeEvent;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('boolean') is_defendable: boolean;
  @Column('timestamptz', { nullable: true }) defend_by: Date | null;
  @Column('text', { nullable: true }) evidence_digest: string | null;
  @Column('timestamptz') opened_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const documentKey = () => ({ primaryKeyConstraintName: 'card_dispute_documents_pkey' });

@Entity('card_dispute_documents')
export class CardDisputeDocumentEntity {
  @PrimaryColumn('text', documentKey()) gateway: string;
  @PrimaryColumn('text', documentKey()) dispute_reference: string;
  @PrimaryColumn('text', documentKey()) digest: string;
  @Column('text') media_type: string;
  @Column('bigint') size_bytes: number;
}

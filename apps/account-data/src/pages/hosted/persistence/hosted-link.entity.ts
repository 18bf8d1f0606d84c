import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LinkRequest } from '../hosted-link.js';

const key = () => ({ primaryKeyConstraintName: 'hosted_links_pkey' });

/** A session of the hosted link page; its tokens carry the ID alone. Real time. */
@Entity('hosted_links')
@Index('hosted_links_created_at', ['created_at'])
@Index('hosted_links_login', ['customer_app_id', 'link_session_id'], {
  where: 'link_session_id IS NOT NULL',
})
export class HostedLinkEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  /** The `jti` of its link token. */
  @PrimaryColumn('text', key()) session_id: string;
  @Column('text') mode: 'LINK' | 'RELINK' | 'REFRESH';
  @Column('jsonb') request: LinkRequest;
  /** Given by the customer app, or created with the user's login. */
  @Column('text', { nullable: true }) login_identity_id: string | null;
  /** The login that began in it last. */
  @Column('text', { nullable: true }) link_session_id: string | null;
  @Column('timestamptz', { nullable: true }) opened_at: Date | null;
  @Column('timestamptz', { nullable: true }) left_at: Date | null;
  @Column('timestamptz') created_at: Date;
}

import { Column } from 'typeorm';

/** Columns of a table of keys; the table adds `key_id`. They belong to no customer app. */
export abstract class PublishedKeyEntity {
  abstract key_id: string;
  @Column('jsonb') public_key: Record<string, unknown>;
  @Column('bytea') private_key_sealed: Buffer;
  @Column('timestamptz') published_at: Date;
  /** When users start to use the key. */
  @Column('timestamptz') used_from: Date;
  /** When it stops decrypting; null for the newest. */
  @Column('timestamptz', { nullable: true }) retired_at: Date | null;
}

/** Who distrusted a key of users, and when. Never changed. */
export abstract class KeyDistrustEntity {
  abstract key_id: string;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) reason: string | null;
  /** Real time. */
  @Column('timestamptz') distrusted_at: Date;
}

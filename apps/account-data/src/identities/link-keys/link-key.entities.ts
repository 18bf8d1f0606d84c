import { KeyDistrustEntity, PublishedKeyEntity } from '@towpath/service';
import { Entity, PrimaryColumn } from 'typeorm';

@Entity('link_keys')
export class LinkKeyEntity extends PublishedKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'link_keys_pkey' }) override key_id: string;
}

const KEY = { primaryKeyConstraintName: 'link_key_distrusts_pkey' };

@Entity('link_key_distrusts')
export class LinkKeyDistrustEntity extends KeyDistrustEntity {
  @PrimaryColumn('text', KEY) override key_id: string;
}

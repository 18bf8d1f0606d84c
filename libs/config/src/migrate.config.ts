import { Matches } from 'class-validator';

import { Env } from './env.decorator.js';

/** Configuration of a service's migrate command; the running service never has this role. */
export class MigrateConfig {
  @Env({
    name: 'DATABASE_OWNER_URL',
    description: 'PostgreSQL as the role `<service>_owner`, which owns the schema.',
    example: 'postgres://mandate_owner:password@127.0.0.1:5432/mandate',
    secret: true,
  })
  @Matches(/^postgres(ql)?:\/\/.+/, { message: '$property must be a postgres:// URL' })
  databaseOwnerUrl: string;
}

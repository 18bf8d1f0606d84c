import type { AccountId, Id, StatementId } from '@towpath/kernel';
import {
  bytes,
  date,
  defineTable,
  integer,
  text,
  texts,
  time,
  type RowOf,
} from '@towpath/persistence';
import { loginColumns } from '../../identities/login-identities/login-identity.table.js';

export const statements = defineTable(
  'statements',
  {
    ...loginColumns,
    statementId: text<StatementId>(),
    accountId: text<AccountId>(),
    date: date(),
    name: text(),
    sealedFile: bytes(),
    createdAt: time(),
  },
  { key: ['customerAppId', 'loginIdentityId', 'statementId'] },
);

export type StoredStatement = RowOf<typeof statements>;

/** A part of the file of all statements; kept until they change. */
export const compositeStatements = defineTable(
  'composite_statements',
  {
    ...loginColumns,
    part: integer(),
    /** Of the whole file: its parts belong together. */
    compositeId: text<Id<'CompositeStatement'>>(),
    /** What the file was made of, in its order. */
    statementIds: texts<StatementId>(),
    /** Of the whole file. */
    bytes: integer(),
    parts: integer(),
    sealed: bytes(),
    createdAt: time(),
  },
  { key: ['customerAppId', 'loginIdentityId', 'part'] },
);

/** A file that is kept. */
export type KeptFile = Pick<RowOf<typeof compositeStatements>, 'compositeId' | 'bytes' | 'parts'>;

import type { Id, LinkSessionId } from '@towpath/kernel';
import {
  bigint,
  bytes,
  defineTable,
  integer,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import { loginColumns, loginForeignKey } from '../login-identities/login-identity.table.js';
import type { LoginGuess } from '@towpath/service';

export type LinkJobId = Id<'LinkJob'>;

/**
 * The next step of a login. `WAIT`: the user must answer; when the step is due, the user did not.
 * `REDIRECT` requests the bank's page, and `RETURN` handles its return.
 */
export interface LoginStep {
  readonly name: 'START' | 'ANSWER' | 'WAIT' | 'BACKGROUND' | 'REDIRECT' | 'RETURN';
  readonly loginMethodId: string | null;
  readonly language: 'en' | 'vi' | 'zh' | 'ko';
  /** The open action, as the institution requested it. */
  readonly action: object | null;
  readonly actionName: string | null;
  /** Present while what the user typed counts as a guess. */
  readonly guess?: LoginGuess | null;
  /** Of a login in the user interface of a customer app, for the guesses of its actions. */
  readonly loginKey?: string | null;
  /** It began on a hosted page, and only that page answers its actions. */
  readonly onPage?: boolean;
}

/** Something that is owed to a login identity: a login, a product, the end of a consent. */
export const linkJobs = defineTable(
  'link_jobs',
  {
    ...loginColumns,
    jobId: text<LinkJobId>(),
    sessionId: text<LinkSessionId>(),
    kind: text<'LOGIN' | 'RETRIEVAL' | 'UNLINK'>(),
    /** Product of a retrieval. */
    product: text().orNull(),
    /** Step of a login. */
    step: json<LoginStep>().orNull(),
    /** When a process must take the job, on the app's clock. */
    dueAt: time(),
    /** In real time: until then no other process takes the job. Null while no process has it. */
    leasedUntil: time().orNull(),
    /** When it is given up. */
    deadlineAt: time(),
    /** Incremented at each claim: a worker that finds another number has lost the job. */
    claim: bigint(),
    failures: integer(),
    /** Resumes a retrieval. */
    cursor: text().orNull(),
    /** Secrets of a login. */
    sealed: bytes().orNull(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'jobId'],
    indexes: {
      link_jobs_due: ['dueAt'],
      link_jobs_app_due: ['customerAppId', 'dueAt'],
      link_jobs_login_identity: ['customerAppId', 'loginIdentityId'],
    },
    foreignKeys: loginForeignKey('link_jobs'),
  },
);

export type LinkJob = RowOf<typeof linkJobs>;

import type { CustomerAppId } from '@towpath/kernel';
import { bytes, defineTable, json, text, time } from '@towpath/persistence';

/** The refresh tokens that follow one another from one link. Real time. */
export const refreshFamilies = defineTable(
  'refresh_families',
  {
    customerAppId: text<CustomerAppId>(),
    familyId: text(),
    loginIdentityId: text(),
    /** At the start; a new token has those of its time. */
    scopes: json<readonly string[]>(),
    /** The login that a status read gave the first pair for; null for a code. */
    authenticationId: text().orNull(),
    /** The pair that a status read gives again; null from the first refresh on. */
    firstPairSealed: bytes().orNull(),
    /** A used token came again, or the login identity is deleted: none of the family works. */
    endedAt: time().orNull(),
    expiresAt: time(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'familyId'],
    indexes: {
      refresh_families_expires_at: ['expiresAt'],
      refresh_families_authentication: {
        columns: ['customerAppId', 'authenticationId'],
        unique: true,
        where: '"authentication_id" IS NOT NULL',
      },
    },
  },
);

export const refreshTokens = defineTable(
  'refresh_tokens',
  {
    customerAppId: text<CustomerAppId>(),
    tokenHash: text(),
    familyId: text(),
    usedAt: time().orNull(),
    /** The pair that it was exchanged for, for a caller who lost the answer. */
    successorSealed: bytes().orNull(),
    expiresAt: time(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'tokenHash'],
    indexes: { refresh_tokens_family: ['customerAppId', 'familyId'] },
    foreignKeys: {
      refresh_tokens_family_fkey: {
        columns: ['customerAppId', 'familyId'],
        to: 'refresh_families',
        onDelete: 'CASCADE',
      },
    },
  },
);

export const linkCodes = defineTable(
  'link_codes',
  {
    customerAppId: text<CustomerAppId>(),
    codeHash: text(),
    loginIdentityId: text(),
    scopes: json<readonly string[]>(),
    redirectUri: text(),
    codeChallenge: text().orNull(),
    codeChallengeMethod: text().orNull(),
    /** The page session that ended with it. */
    sessionId: text().orNull(),
    /** For a page that lost the answer; null from its exchange on. */
    codeSealed: bytes().orNull(),
    usedAt: time().orNull(),
    expiresAt: time(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'codeHash'],
    indexes: {
      link_codes_expires_at: ['expiresAt'],
      link_codes_session: {
        columns: ['customerAppId', 'sessionId'],
        unique: true,
        where: '"session_id" IS NOT NULL',
      },
    },
  },
);

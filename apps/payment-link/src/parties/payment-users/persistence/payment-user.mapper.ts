import type { CustomerAppId, PaymentUserId } from '@towpath/kernel';
import {
  bytesOf,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
  type SubjectKey,
} from '@towpath/persistence';
import { NO_PERSONAL_DATA, PaymentUser, type PersonalData } from '../domain/payment-user.js';
import type { PaymentUserEntity } from './payment-user.entity.js';

export type PaymentUserRow = JsonRow<PaymentUserEntity>;

const SEALED_FIELD = 'payment_users.personal_sealed';

export function userFromRow(row: PaymentUserRow, key: SubjectKey | undefined): PaymentUser {
  return PaymentUser.restore({
    userId: row.user_id as PaymentUserId,
    customerAppId: row.customer_app_id as CustomerAppId,
    externalUserId: row.external_user_id,
    userType: row.user_type,
    autopayConsent: row.autopay_consent,
    personal: key ? openPersonal(key, bytesOf(row.personal_sealed)) : NO_PERSONAL_DATA,
    metadata: row.metadata,
    integrationMetadata: row.integration_metadata,
    nextBillUpdate: dateFromJsonOrNull(row.next_bill_update),
    sequence: row.sequence,
    erasedAt: dateFromJsonOrNull(row.erased_at),
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

/** Columns of a user whose person was erased: also what could confirm a guess is gone. */
export function erasedColumns({ snapshot }: PaymentUser): Row {
  return {
    autopay_consent: snapshot.autopayConsent,
    personal_sealed: Buffer.alloc(0),
    content_hash: '',
    metadata: snapshot.metadata,
    integration_metadata: snapshot.integrationMetadata,
    next_bill_update: snapshot.nextBillUpdate,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
    erased_at: snapshot.erasedAt,
  };
}

/** Columns that an update may change. */
export function changingColumns({ snapshot }: PaymentUser, key: SubjectKey): Row {
  return {
    user_type: snapshot.userType,
    autopay_consent: snapshot.autopayConsent,
    personal_sealed: key.encrypt(SEALED_FIELD, { text: JSON.stringify(snapshot.personal) }),
    metadata: snapshot.metadata,
    next_bill_update: snapshot.nextBillUpdate,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function keyColumns({ snapshot }: PaymentUser): Row {
  return { customer_app_id: snapshot.customerAppId, user_id: snapshot.userId };
}

export function fixedColumns({ snapshot }: PaymentUser): Row {
  return {
    external_user_id: snapshot.externalUserId,
    integration_metadata: snapshot.integrationMetadata,
    created_at: snapshot.createdAt,
  };
}

function openPersonal(key: SubjectKey, sealed: Buffer): PersonalData {
  return JSON.parse(key.decrypt(SEALED_FIELD, sealed)) as PersonalData;
}

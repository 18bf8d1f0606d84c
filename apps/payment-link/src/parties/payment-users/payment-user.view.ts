import { Injectable } from '@nestjs/common';
import type {
  PaymentUserResponse,
  PaymentUserSummary,
  SenderDetail,
  SenderSummary,
  UserIntegrationMetadata,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import type { PaymentUser, PaymentUserSnapshot, UserDetail } from './domain/payment-user.js';

/** The public forms of a payment user: three, one of them with the e-mail address. */
@Injectable()
export class PaymentUserView {
  constructor(private readonly hash: KeyedHash) {}

  /** Own operations of payment users. */
  full(user: PaymentUser): PaymentUserResponse {
    const { email } = user.snapshot.personal;
    return { ...this.summary(user), ...(email === null ? {} : { email }) };
  }

  /** As the owner of payment methods. */
  summary({ snapshot }: PaymentUser): PaymentUserSummary {
    const { personal, userType, metadata, nextBillUpdate, integrationMetadata } = snapshot;
    return {
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      autopay_consent: snapshot.autopayConsent,
      name: personal.name ?? undefined,
      user_type: userType ?? undefined,
      user_details: this.tokenized(snapshot),
      metadata: metadata ?? undefined,
      next_bill_update: nextBillUpdate?.toISOString(),
      integration_metadata: (integrationMetadata as UserIntegrationMetadata | null) ?? undefined,
      created_at: snapshot.createdAt.toISOString(),
      updated_at: snapshot.updatedAt.toISOString(),
    };
  }

  /** As the sender of a payment. */
  sender({ snapshot }: PaymentUser): SenderSummary {
    return {
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      user_type: snapshot.userType ?? 'INDIVIDUAL',
      name: snapshot.personal.name ?? undefined,
      user_details: this.tokenized(snapshot),
    };
  }

  private tokenized({ customerAppId, personal }: PaymentUserSnapshot): SenderDetail[] | undefined {
    return personal.userDetails?.map((detail) => this.tokenizedDetail(customerAppId, detail));
  }

  private tokenizedDetail(customerAppId: CustomerAppId, detail: UserDetail): SenderDetail {
    const { details_type, values } = detail;
    return {
      details_type: details_type as SenderDetail['details_type'],
      values: values?.map((value) => this.hash.tokenize({ customerAppId, value })),
    };
  }
}

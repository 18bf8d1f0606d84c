import { field } from '@towpath/contracts';
import type { CustomerAppId, MandateId, PaymentLinkId } from '@towpath/kernel';

export class ServiceTokenBody {
  @field.text() audience: string;
}

class PageSessionBody {
  @field.text({ min: 26, max: 26 }) customer_app_id: CustomerAppId;
  /** Start of the session that continues with this token. */
  @field.integer({ optional: true }) session_began_at?: number;
}

export class PaymentLinkTokenBody extends PageSessionBody {
  @field.text({ min: 26, max: 26 }) payment_link_id: PaymentLinkId;
  @field.text() unique_reference_id: string;
}

export class MandateTokenBody extends PageSessionBody {
  @field.text({ min: 26, max: 26 }) mandate_id: MandateId;
  /** The session, as the service that owns mandates keeps it. */
  @field.text({ min: 26, max: 26 }) customization_id: string;
}

export class HostedLinkTokenBody extends PageSessionBody {
  /** The session, as the service that owns login identities keeps it. */
  @field.text({ min: 26, max: 26 }) session_id: string;
  /** `OPEN`: the link token, whose `jti` is the session; `SESSION`: the token that replaces it. */
  @field.enum(['OPEN', 'SESSION']) purpose: 'OPEN' | 'SESSION';
  /** For a session that updates an existing link. */
  @field.text({ min: 26, max: 26, optional: true }) login_identity_id?: string;
}

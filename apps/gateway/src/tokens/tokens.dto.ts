import { EnumField, IntegerField, TextField } from '@towpath/contracts';
import type { CustomerAppId, MandateId, PaymentLinkId } from '@towpath/kernel';

export class ServiceTokenBody {
  @TextField() audience: string;
}

class PageSessionBody {
  @TextField({ min: 26, max: 26 }) customer_app_id: CustomerAppId;
  /** Start of the session that continues with this token. */
  @IntegerField({ optional: true }) session_began_at?: number;
}

export class PaymentLinkTokenBody extends PageSessionBody {
  @TextField({ min: 26, max: 26 }) payment_link_id: PaymentLinkId;
  @TextField() unique_reference_id: string;
}

export class MandateTokenBody extends PageSessionBody {
  @TextField({ min: 26, max: 26 }) mandate_id: MandateId;
  /** The session, as the service that owns mandates keeps it. */
  @TextField({ min: 26, max: 26 }) customization_id: string;
}

export class HostedLinkTokenBody extends PageSessionBody {
  /** The session, as the service that owns login identities keeps it. */
  @TextField({ min: 26, max: 26 }) session_id: string;
  /** `OPEN`: the link token, whose `jti` is the session; `SESSION`: the token that replaces it. */
  @EnumField(['OPEN', 'SESSION']) purpose: 'OPEN' | 'SESSION';
  /** For a session that updates an existing link. */
  @TextField({ min: 26, max: 26, optional: true }) login_identity_id?: string;
}

import { Injectable } from '@nestjs/common';
import type {
  EnsureMandatePartiesRequest,
  MandateParties,
  ReadMandatePartiesResponse,
} from '@towpath/contracts';
import { composeRead, InternalClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { MandateSnapshot } from './domain/mandate.js';
import { PartyDirectory } from './ports.js';

const READ_DEADLINE_MS = 3_000;

@Injectable()
export class PaymentLinkPartyDirectory extends PartyDirectory {
  constructor(private readonly client: InternalClient) {
    super();
  }

  override ensure(asked: EnsureMandatePartiesRequest): Promise<MandateParties> {
    return this.client.call<MandateParties>('payment-link', {
      method: 'POST',
      path: '/internal/mandate_parties',
      body: asked,
      idempotent: true,
    });
  }

  override of(
    customerAppId: CustomerAppId,
    mandates: readonly MandateSnapshot[],
  ): Promise<readonly MandateParties[]> {
    return composeRead<MandateSnapshot, string, MandateParties, MandateParties>({
      rows: mandates,
      keyOf: ({ userId, recipientAccountId }) => `${userId} ${recipientAccountId}`,
      fetch: async (keys, { deadlineMs }) => {
        const parties = await this.read(customerAppId, { keys, deadlineMs });
        return new Map(parties.map((part) => [`${part.user_id} ${part.account_id}`, part]));
      },
      merge: ({ mandateId }, part) => {
        if (!part) throw new Error(`the parties of mandate ${mandateId} are unknown`);
        return part;
      },
      deadlineMs: READ_DEADLINE_MS,
      whenAbsent: 'fail',
    });
  }

  private async read(
    customerAppId: CustomerAppId,
    { keys, deadlineMs }: { readonly keys: readonly string[]; readonly deadlineMs: number },
  ): Promise<MandateParties[]> {
    const named = keys.map((key) => key.split(' '));
    const answer = await this.client.call<ReadMandatePartiesResponse>('payment-link', {
      method: 'POST',
      path: '/internal/mandate_parties/read',
      body: {
        customer_app_id: customerAppId,
        parties: named.map(([user_id, account_id]) => ({ user_id, account_id })),
      },
      idempotent: true,
      deadlineMs,
    });
    return answer.parties;
  }
}

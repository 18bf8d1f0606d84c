import { Inject, Injectable } from '@nestjs/common';
import type {
  ConfirmAttemptResponse,
  EnsureMandatePartiesRequest,
  KeepSenderAccountRequest,
  MandateParties,
  MandatePartiesKey,
  MandatePartiesOfAccountRequest,
  ReadMandatePartiesResponse,
} from '@towpath/contracts/internal';
import { composeRead, InternalClient, LOGGER, type InternalCall } from '@towpath/http';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';

const READ_DEADLINE_MS = 3_000;

/** Payer and recipient of a mandate. */
interface PartiesKey {
  readonly mandateId: MandateId;
  readonly userId: string;
  readonly recipientAccountId: string;
  readonly senderAccountId: string | null;
}

interface Draft {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  readonly paymentLinkId: string | null;
}

/** Users, accounts and links of mandates in payment-link; network calls, never inside a transaction. */
@Injectable()
export class PartiesService {
  constructor(
    private readonly client: InternalClient,
    private readonly institutions: InstitutionsReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The parties of a new mandate; a repeat with the same IDs finds the same. Refuses with
   * PAYMENT_ACCOUNT_NOT_FOUND and CURRENCY_MISMATCH.
   */
  ensure(asked: EnsureMandatePartiesRequest): Promise<MandateParties> {
    return this.ask('/internal/mandate_parties', { body: asked });
  }

  /**
   * The parties of a new mandate on an account of the payer that is known. Refuses with
   * PAYMENT_ACCOUNT_NOT_FOUND, CURRENCY_MISMATCH, and INVALID_REQUEST when the account's number
   * was never given.
   */
  async ofAccount(asked: MandatePartiesOfAccountRequest): Promise<MandateParties> {
    const path = '/internal/mandate_parties/of_account';
    return this.named(await this.ask<MandateParties>(path, { body: asked, judgesInput: true }));
  }

  /** Keeps the account that a payer identified, with its user; repeatable under its ID. */
  async keepSenderAccount(account: KeepSenderAccountRequest): Promise<void> {
    await this.ask('/internal/sender_accounts', { body: account });
  }

  /**
   * Whether the payment link of a draft still waits for this mandate; repeatable. True binds the link
   * to it: it can no longer choose another method.
   */
  async isAwaited(draft: Draft): Promise<boolean> {
    const { customerAppId, mandateId, paymentLinkId } = draft;
    if (paymentLinkId === null) return true;
    const { current } = await this.ask<ConfirmAttemptResponse>(
      `/internal/payment_links/${encodeURIComponent(paymentLinkId)}/attempts/confirm`,
      { body: { customer_app_id: customerAppId, mandate_id: mandateId } },
    );
    return current;
  }

  /**
   * One entry per mandate, in their order; without the payer's account if it was deleted. Throws if
   * one is missing. Plain text is for the bank and permitted readers.
   */
  async of(
    customerAppId: CustomerAppId,
    mandates: readonly PartiesKey[],
    { plaintext } = { plaintext: false },
  ): Promise<readonly MandateParties[]> {
    const all = await composeRead<PartiesKey, string, MandateParties, MandateParties>({
      rows: mandates,
      keyOf: ({ userId, recipientAccountId, senderAccountId }) =>
        [userId, recipientAccountId, senderAccountId ?? ''].join(' '),
      fetch: async (keys, { deadlineMs }) => {
        const asked = keys.map((key) => {
          const [user_id, account_id, sender_account_id] = key.split(' ');
          return { user_id, account_id, ...(sender_account_id && { sender_account_id }) };
        });
        const { parties } = await this.ask<ReadMandatePartiesResponse>(
          '/internal/mandate_parties/read',
          { body: { customer_app_id: customerAppId, parties: asked, plaintext }, deadlineMs },
        );
        return new Map(parties.map((part) => [keyText(part), part]));
      },
      merge: ({ mandateId }, part) => {
        if (!part) throw new Error(`the parties of mandate ${mandateId} are unknown`);
        return part;
      },
      deadlineMs: READ_DEADLINE_MS,
    });
    return Promise.all(all.map((parties) => this.named(parties)));
  }

  private ask<T>(
    path: InternalCall['path'],
    call: Pick<InternalCall, 'body' | 'judgesInput' | 'deadlineMs'>,
  ): Promise<T> {
    const order = { method: 'POST', path, idempotent: true } as const;
    return this.client.call<T>('payment-link', { ...order, ...call });
  }

  /** Adds the name of the payer's institution, if it is available. */
  private async named(parties: MandateParties): Promise<MandateParties> {
    const { sender_account: account } = parties;
    if (!account?.institution_id) return parties;
    try {
      const institution = await this.institutions.shown(account.institution_id);
      return institution ? { ...parties, sender_account: { ...account, ...institution } } : parties;
    } catch (error) {
      this.logger.warn({ error }, 'an institution is shown without its name');
      return parties;
    }
  }
}

function keyText({ user_id, account_id, sender_account_id = '' }: MandatePartiesKey): string {
  return [user_id, account_id, sender_account_id].join(' ');
}

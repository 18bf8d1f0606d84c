import { Injectable } from '@nestjs/common';
import type { EncryptedPayload, LoginIdentityResponse } from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { OpenTypedFields, type TypedFields } from '../../identities/link-keys/open-payload.js';
import { PayloadUses, type PayloadRequest } from '../../identities/link-keys/payload-uses.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityViews } from '../../identities/login-identities/login-identity.view.js';

export interface PayloadOrder {
  readonly customerAppId: CustomerAppId;
  readonly request: PayloadRequest;
  /** Undefined when nothing was typed; then a repeat is another request. */
  readonly payload: EncryptedPayload | undefined;
}

/** The writes of an effect, and the job that continues it. */
export interface Begun {
  readonly snapshot: LoginIdentitySnapshot;
  readonly job: LinkJob;
}

/** Runs the effect of a user's encrypted input once, and starts its job after the commit. */
@Injectable()
export class OncePerPayload {
  constructor(
    private readonly transactions: Transactions,
    private readonly openTypedFields: OpenTypedFields,
    private readonly uses: PayloadUses,
    private readonly views: LoginIdentityViews,
    private readonly runner: LinkJobRunner,
  ) {}

  /** Throws UNKNOWN_KEY_ID and INVALID_ENCRYPTED_PAYLOAD, and what the effect throws. */
  async execute(
    { customerAppId, request, payload }: PayloadOrder,
    effect: (tx: AppTx, typed: TypedFields | null) => Promise<Begun>,
  ): Promise<LoginIdentityResponse> {
    const opened = payload ? await this.openTypedFields.execute(payload) : null;
    const { answer, jobs } = await this.transactions.forApp(customerAppId, async (tx) => {
      await tx.begun;
      const known = opened && (await this.uses.take<LoginIdentityResponse>(tx, opened, request));
      if (known) return { answer: known, jobs: [] };
      const { job, snapshot } = await effect(tx, opened?.fields ?? null);
      const body = this.views.body(snapshot);
      const { loginIdentityId } = snapshot;
      if (opened) this.uses.keep(tx, opened, { request, loginIdentityId, answer: body });
      return { answer: body, jobs: [job] };
    });
    this.runner.start(jobs);
    return answer;
  }
}

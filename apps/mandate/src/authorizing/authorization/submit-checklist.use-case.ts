import { Injectable } from '@nestjs/common';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import type { SessionCaller } from '../sessions/session-caller.js';
import { AcceptSubmission } from './accept-submission.js';
import type { LoginItem } from './checklist-items.js';
import { FinishChecklist } from './finish-checklist.use-case.js';
import { InstitutionLogins } from './institution-logins.js';
import { OpenSubmission } from './open-submission.js';
import type { PayerOrigin } from './payer-origin.js';
import type { LoginOutcome } from './ports.js';
import { RecordSubmission } from './record-submission.js';

interface ChecklistSubmission extends PayerOrigin {
  readonly caller: SessionCaller;
  readonly payload: SubmitChecklistRequest;
}

/**
 * Decrypts the payer's submission and accepts all of it or nothing. Only a failed login has an
 * effect, on the status of the mandate. The call to the institution is between two transactions.
 */
@Injectable()
export class SubmitChecklist {
  constructor(
    private readonly openSubmission: OpenSubmission,
    private readonly acceptSubmission: AcceptSubmission,
    private readonly logins: InstitutionLogins,
    private readonly recordSubmission: RecordSubmission,
    private readonly finishChecklist: FinishChecklist,
  ) {}

  async execute({ payload, ...from }: ChecklistSubmission): Promise<void> {
    const { caller } = from;
    const opened = await this.openSubmission.execute(payload);
    const { items } = opened;
    const { institutionId, guess } = await this.acceptSubmission.execute(from, opened);
    const login = items.find((item) => item.type === 'ACCOUNTHOLDER_AUTHENTICATION');
    const outcome = login ? await this.logIn(caller, { institutionId, login }) : null;
    await this.recordSubmission.execute({ ...from, institutionId, items, outcome, guess });
    await this.finishChecklist.execute(caller.customerAppId, caller.mandateId);
  }

  private logIn(
    { customerAppId, appType, mandateId }: SessionCaller,
    { institutionId, login }: { readonly institutionId: string; readonly login: LoginItem },
  ): Promise<LoginOutcome> {
    const { user_id: userId, password, otp = null } = login.value;
    const bank = this.logins.get(appType);
    return bank.logIn({ customerAppId, mandateId, institutionId, userId, password, otp });
  }
}

import { Injectable } from '@nestjs/common';
import type { LinkActionRequest } from '@towpath/contracts/account-data';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { AnswerAction } from '../../flows/linking/answer-action.use-case.js';
import { assertGoesOn, type HostedCaller } from './link-caller.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

/**
 * Sends the answer of a page's user to the institution, for the login that started on this page.
 */
@Injectable()
export class AnswerHostedAction {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
    private readonly answerAction: AnswerAction,
  ) {}

  async execute(caller: HostedCaller, asked: LinkActionRequest): Promise<void> {
    const { customerAppId, sessionId } = caller;
    const link = await this.transactions.forApp(customerAppId, async (tx) =>
      assertGoesOn(await this.links.find(tx, sessionId)),
    );
    if (link.loginIdentityId === null || link.linkSessionId === null) {
      throw new DomainError('LINK_ACTION_NOT_FOUND', 'This action is not, or no longer, open.');
    }
    const { loginIdentityId, linkSessionId } = link;
    const page = { sessionId, linkSessionId };
    await this.answerAction.execute(caller, { loginIdentityId, asked, page });
  }
}

import { Body, Controller, Param } from '@nestjs/common';
import {
  ApproveProposalRequest,
  ConsoleActionRequest,
  ConsolePreviewRequest,
  DeclineProposalRequest,
  OPERATOR_OPERATIONS,
} from '@towpath/contracts/operator';
import { ActionProposalsReads } from '../action-proposals/action-proposals.reads.js';
import type { LiveSession } from '../console-sessions/console-sessions.service.js';
import { claimOf, ConsoleRoute, SessionOf } from '../console-sessions/console.guard.js';
import { ConsoleActionsService } from './console-actions.service.js';

const { role } = OPERATOR_OPERATIONS.performAction;

/** What operators do, and what waits for a second one of them. */
@Controller()
export class ConsoleActionsController {
  constructor(
    private readonly actions: ConsoleActionsService,
    private readonly proposals: ActionProposalsReads,
  ) {}

  @ConsoleRoute('POST', '/console/api/actions/preview', { role })
  preview(@SessionOf() session: LiveSession, @Body() request: ConsolePreviewRequest) {
    return this.actions.preview(session, request);
  }

  @ConsoleRoute('POST', '/console/api/actions', { role })
  act(@SessionOf() session: LiveSession, @Body() request: ConsoleActionRequest) {
    return this.actions.act(session, request);
  }

  @ConsoleRoute('GET', '/console/api/proposals', { role })
  list(@SessionOf() session: LiveSession) {
    return this.proposals.list(claimOf(session, 'act'));
  }

  @ConsoleRoute('POST', '/console/api/proposals/:actionId/approve', { role })
  approve(
    @SessionOf() session: LiveSession,
    @Param('actionId') actionId: string,
    @Body() body: ApproveProposalRequest,
  ) {
    return this.actions.approve(session, actionId, body);
  }

  @ConsoleRoute('POST', '/console/api/proposals/:actionId/decline', { role })
  decline(
    @SessionOf() session: LiveSession,
    @Param('actionId') actionId: string,
    @Body() body: DeclineProposalRequest,
  ) {
    return this.actions.decline(session, actionId, body);
  }
}

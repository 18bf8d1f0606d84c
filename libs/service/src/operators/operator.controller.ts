import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ActionPreview,
  FindResourcesQuery,
  FindResourcesResponse,
  ListAuditEntriesQuery,
  ListAuditEntriesResponse,
  ListParkedMessagesQuery,
  ListParkedMessagesResponse,
  ListResourcesQuery,
  ListResourcesResponse,
  type OperatorClaim,
  PerformActionRequest,
  PerformActionResponse,
  PreviewActionRequest,
  ReadFiguresQuery,
  ReadFiguresResponse,
  SeeResourceResponse,
  TellStoryResponse,
  UnmaskMemberRequest,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { OperatorOf, OperatorRoute } from '@towpath/http';
import { OperatorFigures } from './operator-figures.js';
import { OperatorActionsService } from './operator-actions.service.js';
import { OperatorService } from './operator.service.js';

interface ResourceParams {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

/** What operators ask of every service. The gateway alone may call. */
@Controller()
export class OperatorController {
  constructor(
    private readonly operators: OperatorService,
    private readonly figures: OperatorFigures,
    private readonly actions: OperatorActionsService,
  ) {}

  @OperatorRoute('findResources', { response: FindResourcesResponse })
  find(@OperatorOf() operator: OperatorClaim, @Query() query: FindResourcesQuery) {
    return this.operators.find(operator, query);
  }

  @OperatorRoute('listResources', { response: ListResourcesResponse })
  list(
    @OperatorOf() operator: OperatorClaim,
    @Param('kind') kind: string,
    @Query() query: ListResourcesQuery,
  ) {
    return this.operators.list(operator, { ...query, kind });
  }

  @OperatorRoute('seeResource', { response: SeeResourceResponse })
  see(@OperatorOf() operator: OperatorClaim, @Param() params: ResourceParams) {
    return this.operators.see(operator, params);
  }

  @OperatorRoute('tellStory', { response: TellStoryResponse })
  story(@OperatorOf() operator: OperatorClaim, @Param() params: ResourceParams) {
    return this.operators.story(operator, params);
  }

  @OperatorRoute('unmaskMember', { response: UnmaskMemberResponse })
  unmask(@OperatorOf() operator: OperatorClaim, @Body() request: UnmaskMemberRequest) {
    return this.operators.unmask(operator, request);
  }

  @OperatorRoute('listAuditEntries', { response: ListAuditEntriesResponse })
  audit(@OperatorOf() operator: OperatorClaim, @Query() query: ListAuditEntriesQuery) {
    return this.operators.auditEntries(operator, query);
  }

  @OperatorRoute('readFigures', { response: ReadFiguresResponse })
  readFigures(@OperatorOf() operator: OperatorClaim, @Query() query: ReadFiguresQuery) {
    return this.figures.read(operator, query);
  }

  @OperatorRoute('listParkedMessages', { response: ListParkedMessagesResponse })
  parked(@OperatorOf() operator: OperatorClaim, @Query() query: ListParkedMessagesQuery) {
    return this.operators.parked(operator, query);
  }

  @OperatorRoute('previewAction', { response: ActionPreview })
  preview(@OperatorOf() operator: OperatorClaim, @Body() request: PreviewActionRequest) {
    return this.actions.preview(operator, request);
  }

  @OperatorRoute('performAction', { response: PerformActionResponse })
  perform(@OperatorOf() operator: OperatorClaim, @Body() request: PerformActionRequest) {
    return this.actions.perform(operator, request);
  }
}

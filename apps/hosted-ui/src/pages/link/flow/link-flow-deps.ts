import type { PageAccess } from '../../../shared/session/page-access.js';
import type { PageSessions } from '../../../shared/session/page-sessions.js';
import type { Timers } from '../../../shared/timing/timers.js';
import type { LinkApi } from '../api/link-api.js';
import type { LinkResult, LinkView } from '../api/link-view.js';

/** Dependencies of the steps of a link. */
export interface LinkFlowDeps {
  readonly api: LinkApi;
  readonly access: PageAccess;
  readonly sessions: Pick<PageSessions, 'trail' | 'note'>;
  readonly timers: Timers;
  /** The page was opened by the bank's page. */
  readonly cameFromBank: boolean;
  /** Takes the result to the customer app: where to the browser goes, if anywhere. */
  readonly handOver: (
    result: LinkResult,
    uiMode: LinkView['ui_mode'] | undefined,
  ) => 'away' | 'nowhere' | 'refused';
}

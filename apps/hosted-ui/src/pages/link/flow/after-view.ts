import type { LinkView } from '../api/link-view.js';
import { typedAgain } from './failure-of.js';
import type { LinkState } from './link-state.js';

interface NewView {
  readonly view: LinkView;
  /** The view is the answer to the user's last submission. */
  readonly isAnswer: boolean;
}

/**
 * The changes after a new view of the login. A failure that other input can solve shows the form
 * again at once.
 */
export function afterView(
  { view: before, again }: Pick<LinkState, 'view' | 'again'>,
  { view, isAnswer }: NewView,
): Partial<LinkState> {
  const { step } = view;
  const isNew = before?.step !== 'FAILED' || isAnswer;
  const hasFailed = step === 'FAILED' && isNew;
  const notice = hasFailed ? typedAgain(view) : null;
  const goesOn = step === 'CHOOSING' || step === 'FAILED' ? again : 'no';
  return {
    view,
    trouble: null,
    unreachable: false,
    again: hasFailed ? (notice ? 'same' : 'no') : goesOn,
    ...(notice && { notice }),
    ...(notice === 'kept_login' && { typesAnew: true }),
  };
}

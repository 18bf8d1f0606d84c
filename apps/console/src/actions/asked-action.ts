import type { ConsolePreviewRequest } from '@towpath/contracts/operator';
import type { ActionMember } from '@towpath/contracts/operator-actions';
import { newId } from '@towpath/kernel';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

interface AskedAction {
  /** What the operator wants to do; undefined if no dialog is open. */
  readonly act: string | undefined;
  /** In a list: with which of its records. */
  readonly of: string | undefined;
  readonly ask: (act: string, of?: string) => void;
  readonly close: () => void;
}

/** The dialog that is open stands in the address, so that a login on the way leads back to it. */
export function useAskedAction(): AskedAction {
  const [address, setAddress] = useSearchParams();
  const become = useCallback(
    (asked: Readonly<Record<'act' | 'of', string | undefined>>) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(asked)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  return {
    act: address.get('act') ?? undefined,
    of: address.get('of') ?? undefined,
    ask: (act, of) => become({ act, of }),
    close: () => become({ act: undefined, of: undefined }),
  };
}

export type GivenMembers = Pick<ConsolePreviewRequest, ActionMember>;

/** One dialog: the same `action_id` for all that it sends, so that the action is done once. */
export interface ActionDraft {
  readonly action_id: string;
  /** Undefined until the operator gave them. */
  readonly members?: GivenMembers | undefined;
}

const placeOf = (name: string) => `action ${name}`;

/** What was kept of the dialog during a login; else a new one. */
export function draftOf(name: string, now: Date): ActionDraft {
  const kept = sessionStorage.getItem(placeOf(name));
  return kept === null ? { action_id: newId(now) } : (JSON.parse(kept) as ActionDraft);
}

/** Never a reason: it may say something of a person. */
export function keepDraft(name: string, { action_id, members }: ActionDraft): void {
  sessionStorage.setItem(placeOf(name), JSON.stringify({ action_id, members }));
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(placeOf(name));
}

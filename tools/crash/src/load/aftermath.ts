import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer } from '@towpath/testing';
import type { StoryParts } from './story.js';

const REPEAT_AFTER_MS = 250;
const FIRST_SERVER_ERROR = 500;

/** What a customer app does beside its links; the books, not the journal, tell whether it was done. */
export class Aftermath {
  constructor(private readonly parts: StoryParts) {}

  /** The payer agrees to later charges. */
  async consent(userId: string): Promise<void> {
    const { merchant, plan } = this.parts;
    if (!plan.consents) return;
    const path = `/payment_users/${userId}`;
    const body = { autopay_consent: true };
    await this.insist(() => merchant.send({ method: 'POST', path, body }));
  }

  /** What was stored for the payer is cancelled. */
  async forget(userId: string): Promise<void> {
    const { merchant, plan } = this.parts;
    if (plan.mode !== 'SETUP' || !plan.forgets) return;
    const path = `/payment_users/${userId}/payment_methods`;
    const answer = await this.insist(() =>
      merchant.send<{ payment_methods: { payment_method_id: string }[] }>({ method: 'GET', path }),
    );
    for (const { payment_method_id: id } of answer?.body.payment_methods ?? []) {
      await this.insist(() =>
        merchant.send({ method: 'POST', path: `/payment_methods/${id}/cancel` }),
      );
    }
  }

  /** Repeats a call until it is answered; undefined when it was refused or time is up. */
  private async insist<T>(call: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T> | undefined> {
    while (!this.parts.signal.aborted) {
      const answer = await call().catch(() => undefined);
      if (answer?.status === 200) return answer;
      if (answer && answer.status < FIRST_SERVER_ERROR) return undefined;
      this.parts.journal.noteError();
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }
}

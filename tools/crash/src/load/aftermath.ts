import type { ApiAnswer } from '@towpath/testing';
import { insistOn } from './insist.js';
import type { StoryParts } from './story.js';

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
    const listed = await this.insist(() =>
      merchant.send<{ payment_methods: { payment_method_id: string }[] }>({ method: 'GET', path }),
    );
    for (const { payment_method_id: id } of listed?.payment_methods ?? []) {
      await this.insist(() =>
        merchant.send({ method: 'POST', path: `/payment_methods/${id}/cancel` }),
      );
    }
  }

  private insist<T>(call: () => Promise<ApiAnswer<T>>): Promise<T | undefined> {
    return insistOn(this.parts, call);
  }
}

import type { AppType } from '@towpath/contracts';
import { awaitedLater, type CustomerAppId } from '@towpath/kernel';
import type { CustomerAppView, CustomerAppViews, Transactions } from '@towpath/persistence';

import { CustomerAppDirectory, type KnownCustomerApp } from './customer-app-directory.js';

/** The gateway's answer to `GET /internal/customer_apps/{customer_app_id}`. */
export interface CustomerAppAnswer {
  readonly customer_app_id: string;
  readonly name: string;
  readonly app_type: AppType;
  readonly status: string;
  readonly credential_generation: number;
  readonly clock_offset_ms: number;
  readonly clock_frozen_at?: string | null;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly sequence: number;
}

export interface DirectoryPorts {
  readonly views: CustomerAppViews;
  readonly transactions: Transactions;
  /** Asks the gateway; undefined when it has no such app. */
  readonly ask: (customerApp: CustomerAppId) => Promise<CustomerAppAnswer | undefined>;
  readonly now?: () => number;
}

const ENABLED = 'ENABLED';
const UNKNOWN_FOR_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/**
 * Customer apps from the service's own copies, which follow the gateway's events. A missing app,
 * whose event has not arrived, is requested once and stored.
 */
export class ViewsCustomerAppDirectory extends CustomerAppDirectory {
  readonly #asking = new Map<CustomerAppId, Promise<CustomerAppView | undefined>>();
  readonly #unknownUntil = new Map<CustomerAppId, number>();
  readonly #now: () => number;

  constructor(private readonly ports: DirectoryPorts) {
    super();
    this.#now = ports.now ?? (() => performance.now());
  }

  override async find(customerApp: CustomerAppId): Promise<KnownCustomerApp | undefined> {
    const view = (await this.ports.views.get(customerApp)) ?? (await this.#ask(customerApp));
    return (
      view && {
        customerAppId: view.customerAppId,
        appType: view.appType,
        enabled: view.status === ENABLED,
        credentialGeneration: view.credentialGeneration,
      }
    );
  }

  /** Asks again for an app whose name or settings changed. False when there is no such app. */
  async refresh(customerApp: CustomerAppId): Promise<boolean> {
    return (await this.#fetch(customerApp)) !== undefined;
  }

  async #ask(customerApp: CustomerAppId): Promise<CustomerAppView | undefined> {
    if ((this.#unknownUntil.get(customerApp) ?? 0) > this.#now()) return undefined;
    let asking = this.#asking.get(customerApp);
    if (!asking) {
      asking = this.#fetch(customerApp).finally(() => this.#asking.delete(customerApp));
      this.#asking.set(customerApp, awaitedLater(asking));
    }
    return asking;
  }

  async #fetch(customerApp: CustomerAppId): Promise<CustomerAppView | undefined> {
    const { ask, transactions, views } = this.ports;
    const answer = await ask(customerApp);
    if (!answer) {
      if (this.#unknownUntil.size >= MAX_REMEMBERED) this.#unknownUntil.clear();
      this.#unknownUntil.set(customerApp, this.#now() + UNKNOWN_FOR_MS);
      return undefined;
    }
    const view = toView(customerApp, answer);
    await transactions.asWorker((tx) => views.upsert(tx, view));
    return view;
  }
}

function toView(customerAppId: CustomerAppId, answer: CustomerAppAnswer): CustomerAppView {
  return {
    customerAppId,
    name: answer.name,
    appType: answer.app_type,
    status: answer.status,
    credentialGeneration: answer.credential_generation,
    clockOffsetMs: answer.clock_offset_ms,
    clockFrozenAt: answer.clock_frozen_at ? new Date(answer.clock_frozen_at) : null,
    settings: answer.settings ?? {},
    sequence: answer.sequence,
  };
}

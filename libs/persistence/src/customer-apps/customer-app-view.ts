import type { CustomerAppId } from '@towpath/kernel';

/** A service's copy of a customer app, from the gateway's events. */
export interface CustomerAppView {
  readonly customerAppId: CustomerAppId;
  readonly name: string;
  readonly appType: 'TEST' | 'LIVE';
  /** `ENABLED` or `DISABLED`, as the gateway names it. */
  readonly status: string;
  /** Tokens of an older generation are refused. */
  readonly credentialGeneration: number;
  /** Added to real time. 0 for a live app. */
  readonly clockOffsetMs: number;
  /** The instant at which the app's clock is frozen; null for a live app. */
  readonly clockFrozenAt: Date | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** `sequence` of the event with this data. */
  readonly sequence: number;
}

/** The part of a view that events carry. */
export type CustomerAppChange = Omit<CustomerAppView, 'name' | 'settings'>;

/** A clock setting. `sequence` is that of the event that announces it, where there is one. */
export interface ClockSetting {
  readonly offsetMs: number;
  readonly frozenAt: Date | null;
  readonly sequence?: number;
}

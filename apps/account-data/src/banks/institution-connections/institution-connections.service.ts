import { Inject, Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import { LOGGER } from '@towpath/http';
import { DomainError, type LoginIdentityId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { InstitutionConnector } from './institution-connector.js';

export const INSTITUTION_CONNECTORS = Symbol('institution connectors');

/** An institution, as apps of one type reach it. */
interface Place {
  readonly appType: AppType;
  readonly institutionId: string;
}

/** Connectors by institution and type of app: test apps and live apps never reach the same one. */
@Injectable()
export class InstitutionConnectionsService {
  private readonly byPlace = new Map<string, InstitutionConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(
    @Inject(INSTITUTION_CONNECTORS) connectors: readonly InstitutionConnector[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const connector of connectors) {
      for (const institutionId of connector.institutionIds) {
        const place = keyOf({ appType: connector.appType, institutionId });
        if (this.byPlace.has(place)) throw new Error(`two institution connectors for ${place}`);
        this.byPlace.set(place, connector);
      }
    }
  }

  /** Throws `INSTITUTION_NOT_CONNECTED` when no connector serves the institution for such apps. */
  get(place: Place): InstitutionConnector {
    const connector = this.byPlace.get(keyOf(place));
    if (connector) return connector;
    throw new DomainError(
      'INSTITUTION_NOT_CONNECTED',
      `No connector serves ${place.institutionId} for this customer app.`,
    );
  }

  /** The connector of a login. Throws `INSTITUTION_NOT_CONNECTED`. */
  of(login: { readonly live: boolean; readonly institutionId: string }): InstitutionConnector {
    return this.get({ ...login, appType: login.live ? 'LIVE' : 'TEST' });
  }

  /** Logs only the kind of the error, because its text may contain input of a user. */
  didNotAnswer(error: unknown, loginIdentityId: LoginIdentityId): void {
    const reason = error instanceof Error ? error.name : 'unknown';
    this.logger.warn({ loginIdentityId, reason }, 'a bank did not answer');
  }

  /** Logs a fault of our code, or of data from a bank. */
  failed(error: unknown, loginIdentityId: LoginIdentityId): void {
    this.logger.error({ error, loginIdentityId }, 'the data of a bank could not be stored');
  }
}

function keyOf({ appType, institutionId }: Place): string {
  return `${appType} ${institutionId}`;
}

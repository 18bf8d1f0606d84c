import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import {
  hasRole,
  OPERATOR_OPERATIONS,
  type OperatorClaim,
  type OperatorOperationId,
} from '@towpath/contracts/operator';
import { HTTP_OPTIONS, InternalClient, LOGGER, type HttpAppOptions } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { LiveSession } from '../console-sessions/console-sessions.service.js';
import { claimOf } from '../console-sessions/console.guard.js';
import { TokenSigner } from '../signing/token-signer.js';

/** The services that own resources. */
export const PEERS: readonly ServiceName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');

/** A service that does not answer within this time is named instead. */
const EACH_MS = 2_000;
const ONE_MS = 5_000;

/** What one operator proposed and another one approves. */
export type Approved = Pick<OperatorClaim, 'proposed_by' | 'proposed_amount' | 'proposed_currency'>;

/** What an operator asks. */
export interface Question {
  readonly operation: OperatorOperationId;
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Of an action that another operator proposed. */
  readonly approved?: Approved;
}

export interface Answered<T> {
  readonly answers: readonly T[];
  /** Services that did not answer. */
  readonly unanswered: readonly ServiceName[];
}

/** The services, asked in the name of an operator: each call has a token of its own. */
@Injectable()
export class OperatorServices implements OnApplicationShutdown {
  /** Apart from that of other calls: a slow answer to an operator must not open their circuit. */
  private readonly client: InternalClient;

  constructor(
    @Inject(HTTP_OPTIONS) { service, peers, config }: HttpAppOptions,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly signer: TokenSigner,
  ) {
    this.client = new InternalClient({
      service,
      urlOf: (target) => operatorUrlOf(peers?.[target], config),
      tokens: () => {
        throw new Error('each call in the name of an operator has its own token');
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /** The answer of the service that owns what is asked about; its refusals are the operator's. */
  ask<T>(session: LiveSession, service: ServiceName, question: Question): Promise<T> {
    return this.send<T>(session, service, { ...question, deadlineMs: ONE_MS });
  }

  /** The answers of all services, side by side. */
  async askEach<T>(
    session: LiveSession,
    services: readonly ServiceName[],
    question: Question,
  ): Promise<Answered<T>> {
    const answered = await Promise.all(
      services.map(async (service) => {
        try {
          const each = { ...question, deadlineMs: EACH_MS };
          return { answer: await this.send<T>(session, service, each) };
        } catch (error) {
          this.logger.warn({ error, service }, 'a service did not answer an operator');
          return { service };
        }
      }),
    );
    return {
      answers: answered.flatMap((each) => (each.answer === undefined ? [] : [each.answer])),
      unanswered: answered.flatMap(({ service }) => (service ? [service] : [])),
    };
  }

  private async send<T>(
    session: LiveSession,
    service: ServiceName,
    { operation, path = {}, query, body, approved, deadlineMs }: Question & { deadlineMs: number },
  ): Promise<T> {
    const { role, purpose, method, path: template } = OPERATOR_OPERATIONS[operation];
    if (!hasRole(session, role)) {
      throw new DomainError('INSUFFICIENT_SCOPE', `The role ${session.role} does not suffice.`);
    }
    const claim = { ...claimOf(session, purpose), ...approved };
    const { accessToken: token } = await this.signer.signOperator(claim, { audience: service });
    return this.client.call<T>(service, {
      method,
      path: filled(template, path),
      token,
      deadlineMs,
      ...(query && { query }),
      ...(body !== undefined && { body }),
    });
  }
}

/** Where a service answers operators, by its internal URL. */
export function operatorUrlOf(
  internalUrl: string | undefined,
  { operatorPort }: Pick<HttpAppOptions['config'], 'operatorPort'>,
): string | undefined {
  if (internalUrl === undefined || operatorPort === undefined) return internalUrl;
  const url = new URL(internalUrl);
  url.port = String(operatorPort);
  return url.href.replace(/\/$/, '');
}

function filled(
  template: `/operator/${string}`,
  path: Readonly<Record<string, string>>,
): `/operator/${string}` {
  const value = (name: string) => encodeURIComponent(path[name] ?? '');
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => value(name)) as typeof template;
}

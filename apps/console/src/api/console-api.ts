import type { ErrorEnvelope } from '@towpath/contracts';
import type {
  ActionPreview,
  ApproveProposalRequest,
  ConsoleActionRequest,
  ConsoleActionResponse,
  ConsoleAuditResponse,
  ConsoleFiguresResponse,
  ConsoleFindResponse,
  ConsoleListResponse,
  ConsoleLogin,
  ConsoleParkedMessagesResponse,
  ConsolePasswordRequest,
  ConsolePreviewRequest,
  ConsoleResourceResponse,
  ConsoleSession,
  DeclineProposalRequest,
  ListProposalsResponse,
  PerformActionResponse,
  UnmaskMemberRequest,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import type { ResourceName } from './resource-name.js';
import type { SessionClock } from './session-clock.js';

interface Refusal {
  /** 0 if nothing was answered. */
  readonly status: number;
  readonly code: string;
  readonly details: string;
}

/** What the console answered instead of a result. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor({ status, code, details }: Refusal, options: ErrorOptions = {}) {
    super(details, options);
    this.status = status;
    this.code = code;
  }
}

const NO_ANSWER = 'The console did not answer.';

/** Values of a query; those that are undefined or empty are left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly query?: Query | undefined;
  readonly body?: object;
}

/** Names a proposal. */
export interface ProposalName {
  readonly action_id: string;
}

const HEADER = 'x-console-token';
/** Longer than the gateway and the services wait for one another. */
const PATIENCE_MS = 60_000;

/** The operations of the console. Each answer moves the end of the session. */
export class ConsoleApi {
  private writeToken = '';

  constructor(
    private readonly send: typeof fetch,
    readonly clock: SessionClock,
  ) {}

  async session(): Promise<ConsoleSession> {
    const session = await this.call<ConsoleSession>('/console/api/session');
    this.writeToken = session.write_token;
    this.clock.begin(session);
    return session;
  }

  login = () => this.call<ConsoleLogin>('/console/api/login');

  async logIn(body: ConsolePasswordRequest): Promise<void> {
    await this.call('/console/api/login', { method: 'POST', body });
  }

  async logOut(): Promise<void> {
    await this.call('/console/logout', { method: 'POST' });
    this.clock.end();
  }

  find = (q: string) => this.call<ConsoleFindResponse>('/console/api/find', { query: { q } });

  list = (kind: string, query: Query) =>
    this.call<ConsoleListResponse>(`/console/api/resources/${kind}`, { query });

  see = ({ kind, customerAppId, id }: ResourceName) =>
    this.call<ConsoleResourceResponse>(
      `/console/api/resources/${[kind, customerAppId, id].map(encodeURIComponent).join('/')}`,
    );

  figures = (query: Query) => this.call<ConsoleFiguresResponse>('/console/api/figures', { query });

  parkedMessages = (query: Query) =>
    this.call<ConsoleParkedMessagesResponse>('/console/api/parked-messages', { query });

  auditEntries = (service: string, query: Query) =>
    this.call<ConsoleAuditResponse>(`/console/api/audit-entries/${service}`, { query });

  unmask = (body: UnmaskMemberRequest) =>
    this.call<UnmaskMemberResponse>('/console/api/unmask', { method: 'POST', body });

  /** What an action would do: nothing changes. */
  previewAction = (body: ConsolePreviewRequest) =>
    this.call<ActionPreview>('/console/api/actions/preview', { method: 'POST', body });

  act = (body: ConsoleActionRequest) =>
    this.call<ConsoleActionResponse>('/console/api/actions', { method: 'POST', body });

  proposals = () => this.call<ListProposalsResponse>('/console/api/proposals');

  approve = async ({ action_id: id, ...body }: ProposalName & ApproveProposalRequest) => ({
    done: await this.call<PerformActionResponse>(`/console/api/proposals/${id}/approve`, {
      method: 'POST',
      body,
    }),
  });

  decline = async ({ action_id: id, ...body }: ProposalName & DeclineProposalRequest) => {
    await this.call(`/console/api/proposals/${id}/decline`, { method: 'POST', body });
  };

  private async call<T>(path: string, { method = 'GET', query, body }: Call = {}): Promise<T> {
    const { answer, text } = await this.answered(`${path}${written(query)}`, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && this.writeToken !== '' && { [HEADER]: this.writeToken }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw errorOf(answer.status, text);
    this.clock.answered(answer.headers.get('date'));
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private async answered(url: string, request: RequestInit) {
    try {
      const answer = await this.send(url, request);
      return { answer, text: await answer.text() };
    } catch (cause) {
      throw new ConsoleError({ status: 0, code: 'NO_ANSWER', details: NO_ANSWER }, { cause });
    }
  }
}

function written(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
}

/** Errors of the gateway have one envelope; a proxy in front of it may answer anything. */
function errorOf(status: number, text: string): ConsoleError {
  const { error_code: code = 'NO_ANSWER', details } = envelopeOf(text);
  return new ConsoleError({ status, code, details: details ?? `The console answered ${status}.` });
}

function envelopeOf(text: string): Partial<ErrorEnvelope['error']> {
  try {
    return (JSON.parse(text) as Partial<ErrorEnvelope>).error ?? {};
  } catch {
    return {};
  }
}

import { parseSetCookie, stringifyCookie } from 'cookie';

export interface BrowserRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: object;
}

/** Keeps the cookies of each origin and follows what it is led to, as a browser does. */
export class ConsoleBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Every address that it was at, in order. */
  readonly visited: string[] = [];

  constructor(readonly console: string) {}

  /** One request; it goes nowhere on its own. */
  async ask(url: string, { method = 'GET', headers = {}, body }: BrowserRequest = {}) {
    const { origin } = new URL(url, this.console);
    const jar = this.jarOf(origin);
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    const response = await fetch(new URL(url, this.console), {
      method,
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 && { cookie: stringifyCookie(Object.fromEntries(jar)) }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isJson ? JSON.stringify(body) : (body as URLSearchParams),
      }),
    });
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(line);
      if (value === '' || maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Sends a form, as a page of another origin than the console has it. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
    return this.ask(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows every redirect; stops before an address that `until` names. */
  async go(url: string, until: (url: string) => boolean = () => false): Promise<Response> {
    let next = new URL(url, this.console).href;
    for (;;) {
      this.visited.push(next);
      const response = await this.ask(next);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || !location) return response;
      next = new URL(location, next).href;
      if (until(next)) {
        this.visited.push(next);
        return response;
      }
    }
  }

  /** A request of the console's page that writes. */
  async write(path: string, { body = {}, headers = {} }: Omit<BrowserRequest, 'method'> = {}) {
    const session = (await (await this.ask('/console/api/session')).json()) as {
      write_token?: string;
    };
    return this.ask(path, {
      method: 'POST',
      body,
      headers: {
        origin: this.console,
        'x-console-token': session.write_token ?? '',
        ...headers,
      },
    });
  }

  cookie(name: string): string | undefined {
    return this.jarOf(this.console).get(name);
  }

  setCookie(name: string, value: string | undefined): void {
    if (value === undefined) this.jarOf(this.console).delete(name);
    else this.jarOf(this.console).set(name, value);
  }

  private jarOf(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}

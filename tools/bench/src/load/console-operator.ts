import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '@towpath/local-system';
import { request } from 'undici';

/** The local operator of a system, logged in to its console. */
export class ConsoleOperator {
  private constructor(
    private readonly system: System,
    private readonly cookie: string,
  ) {}

  static async logIn(system: System): Promise<ConsoleOperator> {
    const kept = readFileSync(join(system.layout.keysDir, 'launcher.json'), 'utf8');
    const { consolePassword: password } = JSON.parse(kept) as { consolePassword: string };
    const { statusCode, headers, body } = await request(`${system.baseUrl}/console/api/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: system.consoleUrl ?? '',
        host: hostOf(system),
      },
      body: JSON.stringify({ password }),
    });
    await body.dump();
    const [cookie] = [headers['set-cookie'] ?? ''].flat();
    if (!cookie) throw new Error(`no login at the console: ${statusCode}`);
    return new ConsoleOperator(system, cookie.split(';')[0] ?? '');
  }

  /** What the console's page gets; an answer without one of the services is an error. */
  async ask<T>(path: string): Promise<T> {
    const { statusCode, body } = await request(`${this.system.baseUrl}/console/api/${path}`, {
      headers: { cookie: this.cookie, host: hostOf(this.system) },
    });
    const answer = (await body.json()) as T & { readonly unanswered?: readonly string[] };
    if (statusCode === 200 && !answer.unanswered?.length) return answer;
    throw new Error(`${path}: ${statusCode} ${JSON.stringify(answer)}`);
  }
}

/** Browsers find every name under `localhost`, Node does not. */
const hostOf = ({ consoleUrl }: System): string => new URL(consoleUrl ?? '').host;

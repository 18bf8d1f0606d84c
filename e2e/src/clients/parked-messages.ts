import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedVariables } from '@towpath/local-system';
import type { RunningSystem } from '../system/running-system.js';
import { inDatabase } from './service-database.js';

export interface ParkedMessage {
  readonly id: string;
  readonly eventName: string | null;
  readonly reason: string;
}

export interface DiscardedMessage {
  readonly event: string | null;
  readonly dependence: string;
  readonly sound_followers: readonly string[];
}

/** The parked messages of one service, with the operator's commands as they are typed. */
export class ParkedMessages {
  constructor(
    private readonly system: RunningSystem,
    private readonly service: string,
  ) {}

  /** Those that wait, in the order of parking: asked often, so without a process for each time. */
  of(key: string): Promise<ParkedMessage[]> {
    return inDatabase(this.system, this.service.replaceAll('-', '_'), async (client) => {
      const { rows } = await client.query<ParkedMessage>(
        `SELECT parked_message_id AS id, event_name AS "eventName", reason FROM parked_messages
         WHERE message_key = $1 AND replayed_at IS NULL ORDER BY parked_message_id`,
        [key],
      );
      return rows;
    });
  }

  /** Tells what depended on it. */
  discard(id: string): Promise<DiscardedMessage> {
    return this.run(['discard', id, '--reason', 'nobody knows where it came from']);
  }

  /** Asks for the whole queue of the message's key; the service does it. */
  replay(id: string): Promise<number> {
    return this.run(['replay', id]);
  }

  private async run<T>(command: readonly string[]): Promise<T> {
    const { root } = this.system.layout;
    const program = join(root, 'tools/dev/dist/dlt.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, ...command, '--service', this.service],
      { cwd: root, env: { ...inheritedVariables(), DATA_DIR: this.system.dataDir } },
    );
    return (JSON.parse(stdout) as Record<string, T>)[this.service] as T;
  }
}

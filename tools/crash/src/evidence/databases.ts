import { createPool } from '@towpath/persistence';

/** Reads databases of services as PostgreSQL's administrator, who sees every row. */
export class Databases {
  private readonly pools = new Map<string, ReturnType<typeof createPool>>();

  constructor(private readonly adminUrl: string) {}

  /** Integers come as numbers, times as dates. */
  async rows<T extends object>(service: string, { sql }: { readonly sql: string }): Promise<T[]> {
    const { rows } = await this.pool(service).query<T>(sql);
    return rows;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
    this.pools.clear();
  }

  private pool(service: string): ReturnType<typeof createPool> {
    const known = this.pools.get(service);
    if (known) return known;
    const url = new URL(this.adminUrl);
    url.pathname = `/${service.replaceAll('-', '_')}`;
    const pool = createPool({ url: url.href, name: 'crash', limits: { size: 2 } });
    this.pools.set(service, pool);
    return pool;
  }
}

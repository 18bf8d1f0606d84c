import type { RelatedResource, ResourceKind } from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import type { OperatorQuery } from '@towpath/persistence';

/** Of each kind, the newest. */
const MAX_RELATED = 50;

type Of = Pick<RelatedResource, 'kind' | 'as'>;

/** The resource with this ID, if there is one. */
export function relatedTo(
  customerAppId: CustomerAppId,
  ids: readonly (readonly [kind: ResourceKind, as: string, id: string | null])[],
): RelatedResource[] {
  return ids.flatMap(([kind, as, id]) =>
    id === null ? [] : [{ kind, customer_app_id: customerAppId, id, as }],
  );
}

interface Rows {
  readonly table: string;
  readonly idColumn: string;
  /** Values by the names of their columns. */
  readonly where: Readonly<Record<string, string | null>>;
  /** The column that has when they were created. */
  readonly createdAt?: string;
}

/** The resources whose rows have these values, newest first. */
export async function relatedRows(
  reads: OperatorQuery,
  { kind, as }: Of,
  { table, idColumn, where, createdAt = 'created_at' }: Rows,
): Promise<RelatedResource[]> {
  const given = Object.entries(where);
  if (given.some(([, value]) => value === null)) return [];
  const rows = await reads.select<{ app: string; id: string }>(table, (select) => {
    select.select('t.customer_app_id', 'app').addSelect(`t.${idColumn}`, 'id');
    for (const [name, value] of given) select.andWhere(`t.${name} = :${name}`, { [name]: value });
    return select.orderBy(`t.${createdAt}`, 'DESC').limit(MAX_RELATED);
  });
  return rows.map(({ app, id }) => ({ kind, customer_app_id: app, id, as }));
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigint, text, time } from './column.js';
import { Table } from './table.js';
import type { AnyTable, Columns } from './table-types.js';

type EntityClass = new () => object;

/** Columns of every history table, after the key of its aggregate. */
export const stateChangeColumns = {
  sequence: bigint(),
  fromStatus: text().orNull(),
  command: text(),
  toStatus: text(),
  reason: text().orNull(),
  occurredAt: time(),
};

/** The table itself, and that of its history. */
export function tablesOf(table: AnyTable): readonly AnyTable[] {
  const { key, history } = table.options;
  if (!history) return [table];
  const keyColumns = key.map((each) => [each, table.columns[each]] as const);
  const columns = { ...Object.fromEntries(keyColumns), ...stateChangeColumns } as Columns;
  const foreignKeys = { [history.foreignKey]: { columns: key, to: table.name } };
  return [table, new Table(history.table, columns, { key: [...key, 'sequence'], foreignKeys })];
}

/**
 * What TypeORM compares with the migrated schema. The entities are classes: an `EntitySchema` loses
 * the type of an index.
 */
export function entitiesOf(table: AnyTable): readonly EntityClass[] {
  return tablesOf(table).map(entityOf);
}

function entityOf(table: AnyTable): EntityClass {
  const { unique = {}, indexes = {}, foreignKeys = {} } = table.options;
  const names = (properties: readonly string[]) => properties.map((each) => table.column(each));
  const entity = class {};
  Entity(table.name)(entity);
  for (const property of Object.keys(table.columns)) {
    columnOf(table, property)(entity.prototype, table.column(property));
  }
  for (const [name, columns] of Object.entries(unique)) Unique(name, names(columns))(entity);
  for (const [name, index] of Object.entries(indexes)) {
    const { columns, ...options } = 'columns' in index ? index : { columns: index };
    Index(name, names(columns), options)(entity);
  }
  for (const [name, { columns, to, toColumns, ...options }] of Object.entries(foreignKeys)) {
    const [from, target] = [columns, toColumns ?? columns].map(names) as [[], []];
    ForeignKey(to, from, target, { name, ...options })(entity);
  }
  return entity;
}

/** In place of the expression of a generated column: the dump of the schema has it. */
export const LEFT_TO_THE_DUMP = '-';

function columnOf({ name, columns, options }: AnyTable, property: string): PropertyDecorator {
  const column = columns[property];
  if (!column) throw new TypeError(`${name} has no column ${property}`);
  const { type, isArray: array = false, isNullable: nullable = false } = column.options;
  const { isIdentity, isGenerated } = column.options;
  const own = { type, array, default: column.options.default };
  const generated = { generatedType: 'STORED', asExpression: LEFT_TO_THE_DUMP } as const;
  const counted = { generated: 'identity', generatedIdentity: 'ALWAYS' } as const;
  return options.key.includes(property)
    ? PrimaryColumn({
        ...own,
        ...(isIdentity && counted),
        primaryKeyConstraintName: `${name}_pkey`,
      })
    : Column({ ...own, nullable, ...(isGenerated && generated) });
}

import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import {
  DataTable,
  List,
  Pagination,
  SimpleList,
  type ListProps,
  type RaRecord,
} from 'react-admin';

interface Column<T> {
  readonly label: string;
  readonly render: (record: T) => ReactNode;
  readonly align?: 'right';
}

interface ConsoleListProps<T extends RaRecord> extends Omit<ListProps<T>, 'children'> {
  readonly columns: readonly Column<T>[];
  /** On a phone, in the place of the columns. */
  readonly primaryText: (record: T) => ReactNode;
  readonly secondaryText: (record: T) => ReactNode;
  /** Whether a row leads to the page of its resource. */
  readonly hasPages?: boolean;
  /** Above the rows. */
  readonly top?: ReactNode;
}

export const PAGES = <Pagination rowsPerPageOptions={[25, 50, 100]} />;

/** A table, or on a phone a list. The console gives rows in one order, and no file of them. */
export function ConsoleList<T extends RaRecord>(props: ConsoleListProps<T>) {
  const { columns, primaryText, secondaryText, hasPages = false, top, ...list } = props;
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const rowClick = hasPages ? 'show' : false;
  return (
    <List<T> exporter={false} perPage={25} empty={false} {...list}>
      {top}
      {isNarrow ? (
        <SimpleList<T> {...{ rowClick, primaryText, secondaryText }} />
      ) : (
        <DataTable<T> bulkActionButtons={false} rowClick={rowClick}>
          {columns.map(({ label, ...column }) => (
            <DataTable.Col key={label} label={label} disableSort {...column} />
          ))}
        </DataTable>
      )}
    </List>
  );
}

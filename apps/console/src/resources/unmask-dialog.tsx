import type { ConsoleResourceResponse } from '@towpath/contracts/operator';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { ReasonDialog } from '../parts/reason.js';
import { words } from '../parts/words.js';

interface UnmaskDialogProps {
  readonly resource: ConsoleResourceResponse;
  readonly member: string;
  readonly onClose: () => void;
  /** @param value as JSON */
  readonly onShown: (value: string) => void;
}

/** Asks why a masked member must be seen. The reason stands in the audit, the value never does. */
export function UnmaskDialog({ resource, member, onClose, onShown }: UnmaskDialogProps) {
  const { unmask } = useDataProvider<ConsoleDataProvider>();
  const { kind, customer_app_id, id } = resource;
  return (
    <ReasonDialog
      title={`Show “${words(member)}”`}
      text="The audit keeps that you saw it, and why."
      helperText="The number of a ticket, for example."
      verb="Show"
      onClose={onClose}
      send={async (reason) => {
        const { value } = await unmask({ kind, customer_app_id, id, member, reason });
        onShown(value);
      }}
    />
  );
}

import {
  BILL_STATUSES,
  CARD_STATUSES,
  DIFFERENCE_STATUSES,
  DISPUTE_STATUSES,
  LOGIN_IDENTITY_STATUSES,
  MANDATE_STATUSES,
  PAYMENT_LINK_STATUSES,
  PAYMENT_STATUSES,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
  TRANSFER_OUTCOMES,
  WEBHOOK_DELIVERY_STATUSES,
} from '@towpath/contracts/states';
import { isCurrency } from '@towpath/kernel';
import type { ResourceKind } from '@towpath/contracts/operator';
import {
  DateInput,
  maxValue,
  minValue,
  NumberInput,
  SelectArrayInput,
  SelectInput,
  TextInput,
  type SelectInputProps,
} from 'react-admin';
import { useSession } from '../api/use-session.js';
import { words } from '../parts/words.js';

const STATUSES: Partial<Readonly<Record<ResourceKind, readonly string[]>>> = {
  payment: PAYMENT_STATUSES,
  payment_link: PAYMENT_LINK_STATUSES,
  payment_method: CARD_STATUSES,
  mandate: MANDATE_STATUSES,
  refund: REFUND_STATUSES,
  payout: PAYOUT_STATUSES,
  dispute: DISPUTE_STATUSES,
  incoming_transfer: TRANSFER_OUTCOMES,
  reconciliation_difference: DIFFERENCE_STATUSES,
  debit_difference: DIFFERENCE_STATUSES,
  dispute_difference: DIFFERENCE_STATUSES,
  bill: BILL_STATUSES,
  login_identity: LOGIN_IDENTITY_STATUSES,
  webhook_event: WEBHOOK_DELIVERY_STATUSES,
};

const HAVE_AMOUNTS: readonly ResourceKind[] = [
  'payment',
  'payment_link',
  'refund',
  'payout',
  'dispute',
  'bill',
  'incoming_transfer',
];

export function AppInput(props: Omit<SelectInputProps, 'choices'>) {
  const apps = useSession()?.apps ?? [];
  const choices = apps.map(({ customer_app_id: id, name, type }) => ({
    id,
    name: type === 'TEST' ? `${name} (test)` : name,
  }));
  return <SelectInput emptyText="All apps" {...props} choices={choices} />;
}

const code = (value: unknown) =>
  value && !isCurrency(String(value)) ? 'A code such as HKD' : undefined;
const upper = (value: string) => value.toUpperCase();

/** The filters of the list of a kind; those without a place in the first row are added one by one. */
export function filtersOf(kind: ResourceKind) {
  const statuses = STATUSES[kind];
  return [
    <AppInput key="app" source="customer_app_id" label="App" alwaysOn />,
    ...(statuses
      ? [
          <SelectArrayInput
            key="statuses"
            source="statuses"
            label="Status"
            alwaysOn
            choices={statuses.map((status) => ({ id: status, name: words(status) }))}
          />,
        ]
      : []),
    <DateInput key="from" source="date_from" label="From (UTC)" />,
    <DateInput key="to" source="date_to" label="To (UTC)" />,
    ...(HAVE_AMOUNTS.includes(kind)
      ? [
          <TextInput
            key="currency"
            source="currency"
            label="Currency"
            parse={upper}
            validate={code}
          />,
          <NumberInput
            key="amount"
            source="amount"
            label="Amount"
            helperText="With a currency"
            validate={[minValue(0), maxValue(1e12)]}
          />,
        ]
      : []),
  ];
}

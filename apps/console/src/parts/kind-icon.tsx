import AccountBalanceIcon from '@mui/icons-material/AccountBalanceOutlined';
import AccountCircleIcon from '@mui/icons-material/PersonOutlined';
import BalanceIcon from '@mui/icons-material/BalanceOutlined';
import CallMadeIcon from '@mui/icons-material/CallMade';
import CallReceivedIcon from '@mui/icons-material/CallReceived';
import CreditCardIcon from '@mui/icons-material/CreditCardOutlined';
import DifferenceIcon from '@mui/icons-material/DifferenceOutlined';
import EventRepeatIcon from '@mui/icons-material/EventRepeatOutlined';
import GavelIcon from '@mui/icons-material/GavelOutlined';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import SettingsEthernetIcon from '@mui/icons-material/SettingsEthernetOutlined';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import VpnKeyIcon from '@mui/icons-material/VpnKeyOutlined';
import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ResourceKind } from '@towpath/contracts/operator';
import type { ComponentType } from 'react';

const ICONS: Readonly<Record<ResourceKind, ComponentType<SvgIconProps>>> = {
  payment: PaymentsIcon,
  payment_link: LinkIcon,
  mandate: EventRepeatIcon,
  refund: UndoIcon,
  payout: CallMadeIcon,
  dispute: GavelIcon,
  bill: ReceiptIcon,
  incoming_transfer: CallReceivedIcon,
  reconciliation_difference: BalanceIcon,
  debit_difference: DifferenceIcon,
  dispute_difference: DifferenceIcon,
  payment_user: AccountCircleIcon,
  payment_account: AccountBalanceIcon,
  payment_method: CreditCardIcon,
  login_identity: VpnKeyIcon,
  webhook_event: WebhookIcon,
  webhook_endpoint: SettingsEthernetIcon,
};

export function KindIcon({ kind, ...props }: SvgIconProps & { readonly kind: string }) {
  const Icon = kind in ICONS ? ICONS[kind as ResourceKind] : HelpIcon;
  return <Icon {...props} />;
}

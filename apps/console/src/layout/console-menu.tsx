import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import HowToRegIcon from '@mui/icons-material/HowToRegOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import MoveToInboxIcon from '@mui/icons-material/MoveToInboxOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Badge from '@mui/material/Badge';
import ListSubheader from '@mui/material/ListSubheader';
import { useEffect } from 'react';
import { CanAccess, Menu, useGetList, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router';
import { AUDIT_ENTRIES, PARKED_MESSAGES, PROPOSALS } from '../api/data-provider.js';
import { KIND_NAMES, KINDS } from '../api/resource-name.js';
import type { ProposalRecord } from '../approvals/proposal-card.js';
import { KindIcon } from '../parts/kind-icon.js';

export function ConsoleMenu() {
  return (
    <Menu>
      <Menu.Item to="/" primaryText="Find" leftIcon={<SearchIcon />} />
      <Menu.Item to="/watch" primaryText="Watch" leftIcon={<InsightsIcon />} />
      <Menu.Item
        to={`/${PARKED_MESSAGES}`}
        primaryText="Parked messages"
        leftIcon={<MoveToInboxIcon />}
      />
      <CanAccess resource={PROPOSALS} action="list">
        <Menu.Item to={`/${PROPOSALS}`} primaryText="Approvals" leftIcon={<OpenProposals />} />
      </CanAccess>
      <CanAccess resource={AUDIT_ENTRIES} action="list">
        <Menu.Item to={`/${AUDIT_ENTRIES}`} primaryText="Audit" leftIcon={<FactCheckIcon />} />
      </CanAccess>
      <Heading />
      {KINDS.map((kind) => (
        <Menu.Item
          key={kind}
          to={`/${kind}`}
          primaryText={KIND_NAMES[kind][1]}
          leftIcon={<KindIcon kind={kind} />}
        />
      ))}
    </Menu>
  );
}

/** How many wait. Asked for at each page, never by a timer, which would keep the session alive. */
function OpenProposals() {
  const { pathname } = useLocation();
  const { data, refetch } = useGetList<ProposalRecord>(PROPOSALS);
  useEffect(() => void refetch(), [pathname, refetch]);
  const count = data?.filter(({ state }) => state === 'OPEN').length ?? 0;
  return (
    <Badge badgeContent={count} color="warning">
      <HowToRegIcon titleAccess={count > 0 ? `${count} wait` : ''} />
    </Badge>
  );
}

function Heading() {
  const [isOpen] = useSidebarState();
  return (
    <ListSubheader
      component="div"
      role="presentation"
      disableSticky
      sx={{ bgcolor: 'transparent', lineHeight: '36px', visibility: isOpen ? 'visible' : 'hidden' }}
    >
      Resources
    </ListSubheader>
  );
}

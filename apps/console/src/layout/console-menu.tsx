import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import MoveToInboxIcon from '@mui/icons-material/MoveToInboxOutlined';
import SearchIcon from '@mui/icons-material/Search';
import ListSubheader from '@mui/material/ListSubheader';
import { CanAccess, Menu, useSidebarState } from 'react-admin';
import { AUDIT_ENTRIES, PARKED_MESSAGES } from '../api/data-provider.js';
import { KIND_NAMES, KINDS } from '../api/resource-name.js';
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

import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ActedOn } from '@towpath/contracts/operator-actions';
import { useId, useState } from 'react';
import { useMayAct } from '../api/use-session.js';
import { ACTION_WORDS, actionsOn, rulesOf } from './action-words.js';
import { useAskedAction } from './asked-action.js';

interface ActionsMenuProps {
  readonly on: ActedOn;
  /** In a list: which of its records. */
  readonly of?: string;
  readonly variant?: 'contained' | 'text';
}

/** What the operator may do with it; a viewer sees nothing of it. */
export function ActionsMenu({ on, of, variant = 'contained' }: ActionsMenuProps) {
  const mayAct = useMayAct();
  const { ask } = useAskedAction();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const menu = useId();
  const actions = actionsOn(on);
  if (!mayAct || actions.length === 0) return null;
  const isOpen = place !== null;
  return (
    <>
      <Button
        variant={variant}
        size={variant === 'text' ? 'small' : 'medium'}
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menu : undefined}
        onClick={({ currentTarget }) => setPlace(currentTarget)}
      >
        Actions
      </Button>
      <Menu id={menu} anchorEl={place} open={isOpen} onClose={() => setPlace(null)}>
        {actions.map((action) => {
          const { name, icon: Icon } = ACTION_WORDS[action];
          const color = rulesOf(action).isFinal ? 'error' : 'inherit';
          return (
            <MenuItem
              key={action}
              onClick={() => {
                setPlace(null);
                ask(action, of);
              }}
            >
              <ListItemIcon>
                <Icon fontSize="small" color={color} />
              </ListItemIcon>
              <ListItemText>{name}</ListItemText>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

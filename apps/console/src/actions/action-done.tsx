import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { ConsoleActionResponse } from '@towpath/contracts/operator';
import type { OperatorActionName } from '@towpath/contracts/operator-actions';
import { Link } from 'react-router';
import { PROPOSALS } from '../api/data-provider.js';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { Instant } from '../parts/parts.js';
import { ACTION_WORDS } from './action-words.js';
import { EffectList } from './effects.js';

interface ActionDoneProps {
  readonly action: OperatorActionName;
  readonly response: ConsoleActionResponse;
  readonly onClose: () => void;
}

/** What was done, or that it waits for another operator. */
export function ActionDone({ action, response, onClose }: ActionDoneProps) {
  const { done, proposal } = response;
  const result = done?.result;
  const Icon = proposal ? HourglassIcon : CheckCircleIcon;
  return (
    <>
      <DialogContent role="status">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
          <Icon color={proposal ? 'warning' : 'success'} />
          <Typography component="p" variant="h2">
            {proposal ? 'It waits for another operator' : ACTION_WORDS[action].done}
          </Typography>
        </Box>
        {proposal && (
          <Typography>
            Nothing has happened yet. It can be approved until <Instant at={proposal.expires_at} />.
          </Typography>
        )}
        {done && <EffectList effects={done.effects} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
        {result && (
          <Button component={Link} to={pathOf(result)} variant="contained">
            See the {KIND_NAMES[result.kind][0].toLowerCase()}
          </Button>
        )}
        {proposal && (
          <Button component={Link} to={`/${PROPOSALS}`} variant="contained">
            See what waits
          </Button>
        )}
      </DialogActions>
    </>
  );
}

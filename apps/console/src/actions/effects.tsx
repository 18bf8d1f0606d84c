import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ActionPreview } from '@towpath/contracts/operator';
import { Amount } from '../parts/parts.js';

interface EffectsProps {
  readonly preview: Pick<ActionPreview, 'effects' | 'amount' | 'currency'>;
  readonly isFinal: boolean;
}

/** What will happen: the money first and large, red if nobody can take it back. */
export function Effects({ preview: { effects, amount, currency }, isFinal }: EffectsProps) {
  return (
    <Box sx={{ mb: 2 }}>
      {amount !== undefined && (
        <Typography
          component="p"
          sx={{
            mb: 1,
            fontSize: '2rem',
            fontWeight: 700,
            lineHeight: 1.2,
            color: isFinal ? 'error.main' : 'text.primary',
          }}
        >
          <Amount amount={amount} currency={currency} />
        </Typography>
      )}
      <EffectList effects={effects} />
      {isFinal && (
        <Typography sx={{ mt: 1, color: 'error.main', fontWeight: 600 }}>
          Nobody can take this back.
        </Typography>
      )}
    </Box>
  );
}

/** A sentence each. */
export function EffectList({ effects }: { readonly effects: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </Box>
  );
}

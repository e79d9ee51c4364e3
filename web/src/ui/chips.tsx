/** Chips with usual answers next to a field, all of one width. */
import { Button } from '@mantine/core'
import classes from './chips.module.css'

export interface Chip {
  readonly text: string
  readonly isOff: boolean
  readonly onChoose: () => void
}

/** `label`: accessible name of the group, for people who do not see the field next to it. */
export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{label}</legend>
      {chips.map(({ text, isOff, onChoose }) => (
        <Button key={text} variant="default" size="compact-sm" className={classes.chip} disabled={isOff} onClick={onChoose} translate="no">
          {text}
        </Button>
      ))}
    </fieldset>
  )
}

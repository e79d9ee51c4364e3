/** Shortened address or transaction hash: both ends shown, the complete text on hover and in the copy. */
import { CopyButton } from './copy-button.tsx'
import classes from './hash.module.css'

interface HashProps {
  value: string
  /** Its kind, in Spanish and lower case: 'la dirección', 'el hash'. */
  what: string
  whole?: boolean
}

export function Hash({ value, what, whole = false }: HashProps) {
  return (
    <span className={classes.hash}>
      <code className={classes.text} title={value} data-whole={whole || undefined} translate="no">
        {whole ? value : shorten(value)}
      </code>
      <CopyButton text={value} what={what} />
    </span>
  )
}

export const shorten = (value: string): string => (value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value)
